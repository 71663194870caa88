/** An FLV file holds the same messages that RTMP carries. */
export type FlvTag = { type: number; timestamp: number; payload: Buffer }

const FILE_HEADER_BYTES = 9
const TAG_HEADER_BYTES = 11
const LENGTH_BYTES = 4

/** Takes bytes in pieces of any size. */
export function createFlvReader(onTag: (tag: FlvTag) => void): { read(bytes: Buffer): void } {
  let unread = Buffer.alloc(0)
  let isHeaderRead = false

  function readHeader(): boolean {
    if (unread.length < FILE_HEADER_BYTES + LENGTH_BYTES) return false
    if (unread.toString('latin1', 0, 3) !== 'FLV') throw new Error('this is not an FLV file')
    unread = unread.subarray(FILE_HEADER_BYTES + LENGTH_BYTES)
    return true
  }

  function readTag(): boolean {
    if (unread.length < TAG_HEADER_BYTES) return false
    const end = TAG_HEADER_BYTES + unread.readUIntBE(1, 3)
    if (unread.length < end + LENGTH_BYTES) return false
    const timestamp = unread.readUIntBE(4, 3) + unread.readUInt8(7) * 2 ** 24
    const payload = Buffer.from(unread.subarray(TAG_HEADER_BYTES, end))
    onTag({ type: unread.readUInt8(0), timestamp, payload })
    unread = unread.subarray(end + LENGTH_BYTES)
    return true
  }

  return {
    read(bytes) {
      unread = Buffer.concat([unread, bytes])
      isHeaderRead ||= readHeader()
      while (isHeaderRead && readTag());
    },
  }
}

export function readFlv(bytes: Buffer): FlvTag[] {
  const tags: FlvTag[] = []
  createFlvReader((tag) => tags.push(tag)).read(bytes)
  return tags
}
