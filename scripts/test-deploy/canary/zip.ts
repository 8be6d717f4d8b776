import { crc32 } from 'node:zlib';

/** Signatures with which the parts of an archive start. */
const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
/** Version 2.0 of the format. */
const VERSION = 20;
/** The first day that the format can express: 1 January 1980. */
const FIRST_DATE = 0x21;
/** A regular file that everybody may read. */
const FILE_MODE = 0o100644 << 16;

/** Returns a ZIP archive with one file, without compression. */
export const zipOf = (name: string, content: string): Buffer => {
  const [path, data] = [Buffer.from(name), Buffer.from(content)];
  // What both headers contain: version, flags, method, time, date, checksum, two sizes, length of the name, length of extra fields.
  const common = Buffer.alloc(26);
  common.writeUInt16LE(VERSION, 0);
  common.writeUInt16LE(FIRST_DATE, 8);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(data.length, 18);
  common.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([uint32(LOCAL_HEADER), common, path, data]);
  // Length of the comment, disk number, internal attributes, file mode, offset of the local header.
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(FILE_MODE >>> 0, 6);
  // Made by version 2.0 on Unix (3), so that `FILE_MODE` is read as a Unix mode.
  const versionMadeBy = Buffer.from([VERSION, 3]);
  const central = Buffer.concat([uint32(CENTRAL_HEADER), versionMadeBy, common, rest, path]);
  // Disk numbers, number of files (twice), size and offset of the central directory, length of the comment.
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, uint32(END), end]);
};

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
