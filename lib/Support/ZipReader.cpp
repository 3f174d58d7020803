//===- ZipReader.cpp - Reader for zip archives in memory ------------------===//
//
// Reads the end record, the central directory and the local headers of a zip
// archive. All numbers in them are untrusted: a number is compared with the
// remaining size before it is added, so no sum can overflow.
//
// Record layouts: PKWARE APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12-4.3.16 and
// 4.5.3. Ambiguous archives are refused, because readers that find different
// members in one file are a security risk.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/ZipReader.h"

#include "torch-onnx/Support/Checksum.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace torch_onnx;
using llvm::Twine;
using llvm::support::endian::read16le;
using llvm::support::endian::read32le;
using llvm::support::endian::read64le;

static constexpr uint32_t localSignature = 0x04034b50;
static constexpr uint32_t centralSignature = 0x02014b50;
static constexpr uint32_t endSignature = 0x06054b50;
static constexpr uint32_t end64Signature = 0x06064b50;
static constexpr uint32_t locator64Signature = 0x07064b50;
static constexpr uint32_t descriptorSignature = 0x08074b50;
static constexpr uint64_t localSize = 30;
static constexpr uint64_t centralSize = 46;
static constexpr uint64_t endSize = 22;
static constexpr uint64_t end64Size = 56;
static constexpr uint64_t locator64Size = 20;

/// The central directory: [offset, offset + size), `count` entries, as the end
/// record at `end` states it.
struct ZipReader::Directory {
  uint64_t offset, size, count, countHere, end;
  uint32_t disk, startDisk;
};

/// Where the local header of a member is, and whether a data descriptor follows
/// the bytes of the member.
struct ZipReader::Place {
  uint64_t header;
  uint32_t index;
  bool isDescribed;
};

/// Quotes a name for a message: untrusted bytes must not reach a terminal, and
/// a name may have 64 KB.
static std::string quote(llvm::StringRef name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '\'';
  llvm::printEscapedString(name.take_front(200), os);
  os << (name.size() > 200 ? "...'" : "'");
  return text;
}

static bool isUnsafe(llvm::StringRef name) {
  if (name.empty() || name.starts_with("/") ||
      name.find_first_of(llvm::StringRef("\\\0", 2)) != llvm::StringRef::npos)
    return true;
  // A Windows drive letter.
  if (name.size() >= 2 && name[1] == ':')
    return true;
  while (!name.empty()) {
    auto [component, rest] = name.split('/');
    if (component == "..")
      return true;
    name = rest;
  }
  return false;
}

llvm::Error ZipReader::error(const Twine &message) const {
  return llvm::createStringError(Twine(name) + ": " + message);
}

llvm::Error ZipReader::memberError(const Member &member,
                                   const Twine &message) const {
  return error("zip member " + quote(member.name) + " " + message);
}

llvm::Expected<ZipReader>
ZipReader::open(std::shared_ptr<const MappedFile> file) {
  llvm::Expected<ZipReader> reader = open(file->bytes(), file->path());
  if (reader)
    reader->mapped = std::move(file);
  return reader;
}

llvm::Expected<ZipReader> ZipReader::open(llvm::ArrayRef<char> bytes,
                                          llvm::StringRef path) {
  ZipReader reader(nullptr, bytes, path);
  llvm::Expected<Directory> directory = reader.findDirectory();
  if (!directory)
    return directory.takeError();
  if (llvm::Error error = reader.readDirectory(*directory))
    return error;
  return reader;
}

llvm::Expected<uint64_t> ZipReader::findEndRecord() const {
  uint64_t size = bytes.size();
  if (size < endSize)
    return error("is not a zip archive: it has only " + Twine(size) + " bytes");
  // The end record is followed only by a comment of at most 65535 bytes, whose
  // length it states. The length must match, or bytes of a comment that look
  // like an end record would be accepted.
  uint64_t last = size - endSize;
  uint64_t first = last - std::min<uint64_t>(last, 0xffff);
  for (uint64_t at = last;; --at) {
    const char *record = bytes.data() + at;
    if (read32le(record) == endSignature &&
        read16le(record + 20) == size - endSize - at)
      return at;
    if (at == first)
      return error("is not a zip archive, or is truncated: it has no "
                   "end-of-directory record");
  }
}

llvm::Error ZipReader::readZip64End(uint64_t locatorAt,
                                    Directory &directory) const {
  const char *locator = bytes.data() + locatorAt;
  uint64_t at = read64le(locator + 8);
  if (read32le(locator + 4) != 0 || read32le(locator + 16) > 1)
    return error("is a part of a multi-disk zip archive");
  if (locatorAt < end64Size || at > locatorAt - end64Size)
    return error("the zip64 end-of-directory record starts at byte " +
                 Twine(at) + ", beyond its locator at byte " +
                 Twine(locatorAt));
  const char *record = bytes.data() + at;
  if (read32le(record) != end64Signature)
    return error("no zip64 end-of-directory record at byte " + Twine(at));
  // The record must end where the locator begins; its extensible part is
  // ignored.
  uint64_t rest = read64le(record + 4);
  if (rest != locatorAt - at - 12)
    return error("the zip64 end-of-directory record states a wrong size (" +
                 Twine(rest) + " bytes)");
  Directory wide;
  wide.offset = read64le(record + 48);
  wide.size = read64le(record + 40);
  wide.count = read64le(record + 32);
  wide.countHere = read64le(record + 24);
  wide.disk = read32le(record + 16);
  wide.startDisk = read32le(record + 20);
  wide.end = at;
  // Each narrow field is either saturated or equal to the wide field.
  auto agrees = [](uint64_t narrow, uint64_t wide, uint64_t saturated) {
    return narrow == saturated || narrow == wide;
  };
  if (!agrees(directory.count, wide.count, 0xffff) ||
      !agrees(directory.countHere, wide.countHere, 0xffff) ||
      !agrees(directory.size, wide.size, 0xffffffff) ||
      !agrees(directory.offset, wide.offset, 0xffffffff) ||
      !agrees(directory.disk, wide.disk, 0xffff) ||
      !agrees(directory.startDisk, wide.startDisk, 0xffff))
    return error("the two end-of-directory records contradict each other");
  directory = wide;
  return llvm::Error::success();
}

llvm::Expected<ZipReader::Directory> ZipReader::findDirectory() const {
  llvm::Expected<uint64_t> found = findEndRecord();
  if (!found)
    return found.takeError();
  const char *end = bytes.data() + *found;
  Directory directory;
  directory.disk = read16le(end + 4);
  directory.startDisk = read16le(end + 6);
  directory.countHere = read16le(end + 8);
  directory.count = read16le(end + 10);
  directory.size = read32le(end + 12);
  directory.offset = read32le(end + 16);
  directory.end = *found;
  if (*found >= locator64Size &&
      read32le(end - locator64Size) == locator64Signature)
    if (llvm::Error error = readZip64End(*found - locator64Size, directory))
      return error;

  if (directory.disk != 0 || directory.startDisk != 0 ||
      directory.countHere != directory.count)
    return error("is a part of a multi-disk zip archive");
  if (directory.offset > directory.end ||
      directory.size > directory.end - directory.offset)
    return error("the zip directory (" + Twine(directory.size) +
                 " bytes from byte " + Twine(directory.offset) +
                 ") does not fit in front of its end record at byte " +
                 Twine(directory.end));
  if (directory.count > directory.size / centralSize)
    return error("the zip directory states " + Twine(directory.count) +
                 " members but has only " + Twine(directory.size) + " bytes");
  if (directory.count > 0xffffffff)
    return error("the zip directory has too many members");
  return directory;
}

namespace {
/// The fields of a central directory entry that the ZIP64 extra field extends.
struct WideFields {
  uint64_t uncompressed, compressed, header;
  uint32_t disk;
};
} // namespace

/// Reads the ZIP64 extra field: a value for each saturated field, in this
/// order. Returns false if the extra fields are malformed or a value is
/// missing.
static bool readZip64(llvm::ArrayRef<char> extra, WideFields &fields) {
  bool needed = fields.uncompressed == 0xffffffff ||
                fields.compressed == 0xffffffff ||
                fields.header == 0xffffffff || fields.disk == 0xffff;
  if (!needed)
    return true;
  while (extra.size() >= 4) {
    uint16_t id = read16le(extra.data());
    uint16_t size = read16le(extra.data() + 2);
    extra = extra.drop_front(4);
    if (size > extra.size())
      return false;
    llvm::ArrayRef<char> data = extra.take_front(size);
    extra = extra.drop_front(size);
    if (id != 0x0001)
      continue;
    for (uint64_t *field :
         {&fields.uncompressed, &fields.compressed, &fields.header}) {
      if (*field != 0xffffffff)
        continue;
      if (data.size() < 8)
        return false;
      *field = read64le(data.data());
      data = data.drop_front(8);
    }
    if (fields.disk == 0xffff) {
      if (data.size() < 4)
        return false;
      fields.disk = read32le(data.data());
    }
    return true;
  }
  return false;
}

/// Whether the bytes at `at` are the data descriptor (4.3.9) of a member that
/// ends there: an optional signature, the CRC-32, and both sizes with 4 or 8
/// bytes each. Only the local header tells where a member begins. A wrong
/// header length would shift all bytes of the member, and the descriptor then
/// does not match.
static bool isDescriptor(llvm::ArrayRef<char> bytes, uint64_t at, uint64_t size,
                         const ZipReader::Member &member) {
  const char *data = bytes.data() + at;
  if (size == 16 || size == 24) {
    if (read32le(data) != descriptorSignature)
      return false;
    data += 4;
    size -= 4;
  } else if (read32le(data - 4) == descriptorSignature) {
    // Shifted by 4 bytes, the member would end with the signature of its
    // descriptor.
    return false;
  }
  if (size == 12)
    return read32le(data) == member.crc32 &&
           read32le(data + 4) == uint32_t(member.size);
  return size == 20 && read32le(data) == member.crc32 &&
         read64le(data + 4) == member.size;
}

llvm::Error ZipReader::readDirectory(const Directory &directory) {
  table.reserve(directory.count);
  std::vector<Place> places;
  places.reserve(directory.count);
  uint64_t at = directory.offset;
  uint64_t end = directory.offset + directory.size;
  for (uint32_t index = 0; index < directory.count; ++index) {
    if (end - at < centralSize)
      return error("the zip directory ends inside of entry " + Twine(index));
    const char *entry = bytes.data() + at;
    if (read32le(entry) != centralSignature)
      return error("no zip directory entry at byte " + Twine(at));
    uint64_t length = centralSize + read16le(entry + 28) +
                      read16le(entry + 30) + read16le(entry + 32);
    if (end - at < length)
      return error("the zip directory ends inside of entry " + Twine(index));
    llvm::Expected<Place> place = readEntry(directory, entry);
    if (!place)
      return place.takeError();
    places.push_back(*place);
    // Reading a header maps the pages around it. The pages of many small
    // members would add up to the whole file.
    if (mapped && index % 256 == 255)
      mapped->release();
    at += length;
  }
  if (at != end)
    return error("the zip directory has " + Twine(end - at) +
                 " bytes after its last entry");
  if (llvm::Error error = checkPlaces(directory, places))
    return error;
  return checkNames();
}

llvm::Expected<ZipReader::Place>
ZipReader::readEntry(const Directory &directory, const char *entry) {
  uint64_t nameLength = read16le(entry + 28);
  uint64_t extraLength = read16le(entry + 30);
  Member member;
  member.name = llvm::StringRef(entry + centralSize, nameLength);
  uint16_t flags = read16le(entry + 8);
  member.method = read16le(entry + 10);
  member.crc32 = read32le(entry + 16);
  // Bit 0: encrypted. Bit 13: the local header is masked.
  member.encrypted = (flags & 0x2001) != 0;
  member.stored = member.method == 0 && !member.encrypted;
  member.unsafeName = isUnsafe(member.name);

  WideFields fields{read32le(entry + 24), read32le(entry + 20),
                    read32le(entry + 42), read16le(entry + 34)};
  llvm::ArrayRef<char> extra(entry + centralSize + nameLength, extraLength);
  if (!readZip64(extra, fields))
    return memberError(member, "lacks its zip64 sizes");
  if (fields.disk != 0)
    return memberError(member, "is on disk " + Twine(fields.disk) +
                                   " of a multi-disk archive");
  if (member.stored && fields.compressed != fields.uncompressed)
    return memberError(
        member, "is stored, but has two sizes: " + Twine(fields.compressed) +
                    " and " + Twine(fields.uncompressed) + " bytes");
  member.size = fields.compressed;
  member.contentSize = fields.uncompressed;
  if (llvm::Error error = readLocalHeader(directory, member, fields.header))
    return error;
  constexpr uint16_t described = 1 << 3;
  if ((read16le(bytes.data() + fields.header + 6) ^ flags) & described)
    return memberError(
        member, "has a header that contradicts the zip directory (flags)");
  table.push_back(member);
  return Place{fields.header, static_cast<uint32_t>(table.size() - 1),
               (flags & described) != 0};
}

llvm::Error ZipReader::checkPlaces(const Directory &directory,
                                   std::vector<Place> &places) const {
  llvm::sort(places, [](const Place &lhs, const Place &rhs) {
    return std::tie(lhs.header, lhs.index) < std::tie(rhs.header, rhs.index);
  });
  if (!places.empty() && places.front().header != 0)
    return error("the zip archive begins with " + Twine(places.front().header) +
                 " bytes that belong to no member");
  for (size_t i = 0; i < places.size(); ++i) {
    const Member &member = table[places[i].index];
    uint64_t next =
        i + 1 < places.size() ? places[i + 1].header : directory.offset;
    uint64_t last = member.offset + member.size;
    if (last > next)
      return error("zip members " + quote(member.name) + " and " +
                   quote(table[places[i + 1].index].name) +
                   " overlap at byte " + Twine(next));
    if (places[i].isDescribed ? !isDescriptor(bytes, last, next - last, member)
                              : last != next)
      return error("zip member " + quote(member.name) +
                   ": its header puts its " + Twine(member.size) +
                   " bytes at byte " + Twine(member.offset) +
                   ", but by the zip directory they end at byte " +
                   Twine(next) + ", not " + Twine(last));
  }
  return llvm::Error::success();
}

llvm::Error ZipReader::readLocalHeader(const Directory &directory,
                                       Member &member, uint64_t header) const {
  uint64_t size = bytes.size(), limit = directory.offset;
  if (header >= size)
    return memberError(member, "starts at byte " + Twine(header) +
                                   " beyond the end of the file (" +
                                   Twine(size) + " bytes)");
  if (limit < localSize || header > limit - localSize)
    return memberError(member, "starts at byte " + Twine(header) +
                                   " inside of the zip directory");
  const char *local = bytes.data() + header;
  if (read32le(local) != localSignature)
    return memberError(member, "has no header at byte " + Twine(header));
  uint64_t nameLength = read16le(local + 26);
  uint64_t extraLength = read16le(local + 28);
  uint64_t room = limit - header - localSize;
  if (nameLength + extraLength > room)
    return memberError(member, "has a header that runs into the zip directory");
  llvm::StringRef localName(local + localSize, nameLength);
  // A masked header (of an encrypted member) hides the name.
  if (!member.encrypted &&
      (localName != member.name || read16le(local + 8) != member.method))
    return memberError(member,
                       "has a header that contradicts the zip directory (" +
                           quote(localName) + ", method " +
                           Twine(read16le(local + 8)) + ")");
  // Zero if the writer did not know them yet.
  uint32_t localCRC = read32le(local + 14);
  if (localCRC != member.crc32 && localCRC != 0)
    return memberError(
        member, "has a header with the CRC-32 " + llvm::utohexstr(localCRC) +
                    ", the zip directory has " + llvm::utohexstr(member.crc32));
  member.offset = header + localSize + nameLength + extraLength;
  if (member.size > limit - member.offset) {
    if (member.size > size - member.offset)
      return memberError(
          member, "has " + Twine(member.size) + " bytes from byte " +
                      Twine(member.offset) + ", beyond the end of the file (" +
                      Twine(size) + " bytes)");
    return memberError(member, "has " + Twine(member.size) +
                                   " bytes from byte " + Twine(member.offset) +
                                   ", which run into the zip directory");
  }
  return llvm::Error::success();
}

llvm::Error ZipReader::checkNames() {
  byName.resize(table.size());
  std::iota(byName.begin(), byName.end(), 0);
  llvm::sort(byName, [&](uint32_t a, uint32_t b) {
    return table[a].name < table[b].name;
  });
  for (size_t i = 1; i < byName.size(); ++i)
    if (table[byName[i - 1]].name == table[byName[i]].name)
      return error("two zip members are called " +
                   quote(table[byName[i]].name));
  return llvm::Error::success();
}

const ZipReader::Member *ZipReader::find(llvm::StringRef name) const {
  auto it = llvm::partition_point(
      byName, [&](uint32_t index) { return table[index].name < name; });
  if (it == byName.end() || table[*it].name != name)
    return nullptr;
  return &table[*it];
}

llvm::Expected<llvm::ArrayRef<char>>
ZipReader::contents(const Member &member) const {
  if (member.encrypted)
    return memberError(member, "is encrypted");
  if (!member.stored)
    return memberError(member, "is compressed (method " + Twine(member.method) +
                                   "); only stored members can be read");
  return bytes.slice(member.offset, member.size);
}

llvm::Error ZipReader::verify(const Member &member) const {
  llvm::Expected<llvm::ArrayRef<char>> content = contents(member);
  if (!content)
    return content.takeError();
  if (!hasChecksums(*this))
    return llvm::Error::success();
  Checksum actual;
  if (!mapped) {
    actual.add(*content);
  } else if (!actual.add(*mapped, member.offset, member.size)) {
    return error("cannot read zip member " + quote(member.name));
  }
  if (actual.crc32 != member.crc32)
    return memberError(member, "is damaged: its CRC-32 is " +
                                   llvm::utohexstr(actual.crc32) + ", not " +
                                   llvm::utohexstr(member.crc32));
  return llvm::Error::success();
}

bool torch_onnx::hasChecksums(const ZipReader &zip) {
  return llvm::any_of(zip.members(), [](const ZipReader::Member &member) {
    return member.crc32 != 0;
  });
}

llvm::Expected<llvm::ArrayRef<char>>
torch_onnx::getVerified(const ZipReader &zip, const ZipReader::Member &member) {
  if (llvm::Error error = zip.verify(member))
    return error;
  return zip.contents(member);
}
