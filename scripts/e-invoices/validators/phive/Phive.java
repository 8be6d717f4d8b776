import com.helger.diagnostics.error.IError;
import com.helger.diver.api.coord.DVRCoordinate;
import com.helger.io.resource.FileSystemResource;
import com.helger.phive.api.execute.ValidationExecutionManager;
import com.helger.phive.api.executorset.ValidationExecutorSetRegistry;
import com.helger.phive.api.validity.IValidityDeterminator;
import com.helger.phive.en16931.EN16931Validation;
import com.helger.phive.peppol.PeppolValidation;
import com.helger.phive.xml.source.IValidationSourceXML;
import com.helger.phive.xml.source.ValidationSourceXML;
import com.helger.phive.xrechnung.XRechnungValidation;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Validates the XML files of a folder, named `<name>.<format>.xml`, with the schemas and Schematron rules of phive. Prints a line for each
 * finding: file, severity, rule and message, separated by tabs. The last line is the number of validated files.
 */
public final class Phive {
  private static final PrintStream OUT = System.out;

  private static final Map<String, String> INVOICE_RULES = Map.of(
      "ubl", "eu.cen.en16931:ubl:1.3.14.2",
      "cii", "eu.cen.en16931:cii:1.3.14.2",
      "facturx", "eu.cen.en16931:cii:1.3.14.2",
      "xrechnung_ubl", "de.xrechnung:ubl-invoice:3.0.2",
      "xrechnung_cii", "de.xrechnung:cii:3.0.2",
      "peppol", "eu.peppol.bis3:invoice:2025.5");
  private static final Map<String, String> CREDIT_NOTE_RULES = Map.of(
      "ubl", "eu.cen.en16931:ubl-creditnote:1.3.14.2",
      "xrechnung_ubl", "de.xrechnung:ubl-creditnote:3.0.2",
      "peppol", "eu.peppol.bis3:creditnote:2025.5");

  public static void main(String[] args) throws Exception {
    // The libraries print to standard error, so that standard output contains only the findings.
    System.setOut(System.err);
    List<Path> files;
    try (Stream<Path> found = Files.list(Path.of(args[0]))) {
      files = found.filter(path -> path.toString().endsWith(".xml")).sorted().toList();
    }
    ValidationExecutorSetRegistry<IValidationSourceXML> registry = new ValidationExecutorSetRegistry<>();
    EN16931Validation.initEN16931(registry);
    PeppolValidation.initStandard(registry);
    XRechnungValidation.initXRechnung(registry);
    AtomicInteger count = new AtomicInteger();
    files.parallelStream().forEach(path -> {
      try {
        validate(registry, path);
        count.incrementAndGet();
      } catch (Exception | Error error) {
        print(path.getFileName().toString(), "error", "exception", String.valueOf(error));
      }
    });
    OUT.println(count.get() + " files");
    System.exit(0);
  }

  private static void validate(ValidationExecutorSetRegistry<IValidationSourceXML> registry, Path path) throws Exception {
    String file = path.getFileName().toString();
    String[] parts = file.split("\\.");
    String format = parts[parts.length - 2];
    boolean isCreditNote = Files.readString(path).contains("<CreditNote ");
    String id = (isCreditNote ? CREDIT_NOTE_RULES : INVOICE_RULES).get(format);
    var rules = registry.getOfID(DVRCoordinate.parseOrThrow(id));
    if (rules == null) throw new IllegalStateException("There are no rules " + id);
    var source = ValidationSourceXML.create(new FileSystemResource(path.toFile()));
    var results = ValidationExecutionManager.executeValidation(IValidityDeterminator.createDefault(), rules, source, Locale.US);
    for (var result : results)
      for (IError error : result.getErrorList())
        if (!error.isSuccess())
          print(file, error.isError() ? "error" : "warning", String.valueOf(error.getErrorID()), String.valueOf(error.getErrorText(Locale.US)));
  }

  private static synchronized void print(String... columns) {
    OUT.println(String.join("\t", Stream.of(columns).map(column -> column.replaceAll("\\s+", " ")).toList()));
  }
}
