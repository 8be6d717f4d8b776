import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.mustangproject.validator.ValidationContext;
import org.mustangproject.validator.ZUGFeRDValidator;

/**
 * Validates the files of a folder with Mustang: CII and UBL with its Schematron rules, PDFs also with veraPDF. Prints a line for each
 * finding: file, severity, rule and message, separated by tabs. The last line is the number of validated files.
 */
public final class Mustang {
  private static final PrintStream OUT = System.out;

  public static void main(String[] args) throws Exception {
    // The libraries print to standard output.
    System.setOut(System.err);
    List<Path> files;
    try (Stream<Path> found = Files.list(Path.of(args[0]))) {
      files = found.filter(path -> path.toString().matches(".*\\.(xml|pdf)")).sorted().toList();
    }
    AtomicInteger count = new AtomicInteger();
    files.parallelStream().forEach(path -> {
      try {
        validate(path);
        count.incrementAndGet();
      } catch (Exception | Error error) {
        print(path.getFileName().toString(), "error", "exception", String.valueOf(error));
      }
    });
    OUT.println(count.get() + " files");
    System.exit(0);
  }

  private static void validate(Path path) {
    String file = path.getFileName().toString();
    ZUGFeRDValidator validator = new ZUGFeRDValidator();
    validator.disableNotices();
    String report = validator.validate(path.toAbsolutePath().toString());
    ValidationContext context = validator.getContext();
    for (var item : context.getResults())
      print(file, String.valueOf(item.getSeverity()), String.valueOf(item.getID()), String.valueOf(item.getMessage()));
    if (!validator.wasCompletelyValid() && context.getResults().isEmpty()) print(file, "error", "invalid", report);
  }

  private static synchronized void print(String... columns) {
    OUT.println(String.join("\t", Stream.of(columns).map(column -> column.replaceAll("\\s+", " ")).toList()));
  }
}
