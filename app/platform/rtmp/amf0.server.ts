import { u16, u32 } from '../bytes.server.ts'

/** The part of Action Message Format 0 that publishers use. An RTMP command is a list of such values. */
export type AmfValue =
  | number
  | boolean
  | string
  | null
  | undefined
  | Date
  | AmfValue[]
  | { [key: string]: AmfValue }

export class MalformedAmf extends Error {
  override name = 'MalformedAmf'
}

const NUMBER = 0x00
const BOOLEAN = 0x01
const STRING = 0x02
const OBJECT = 0x03
const NULL = 0x05
const UNDEFINED = 0x06
const ECMA_ARRAY = 0x08
const OBJECT_END = 0x09
const STRICT_ARRAY = 0x0a
const DATE = 0x0b
const LONG_STRING = 0x0c

const MAX_DEPTH = 16
const MAX_VALUES = 1_000

export function decodeAmf0(bytes: Buffer): AmfValue[] {
  let at = 0
  let count = 0

  function take(length: number): Buffer {
    if (at + length > bytes.length) throw new MalformedAmf('a value is cut off')
    at += length
    return bytes.subarray(at - length, at)
  }

  const takeText = (length: number) => take(length).toString('utf8')

  function takeObject(depth: number): AmfValue {
    const object: Record<string, AmfValue> = Object.create(null)
    for (;;) {
      const key = takeText(take(2).readUInt16BE())
      if (key === '' && bytes[at] === OBJECT_END) {
        at += 1
        return object
      }
      object[key] = takeValue(depth + 1)
    }
  }

  function takeList(depth: number): AmfValue[] {
    const list: AmfValue[] = []
    for (let left = take(4).readUInt32BE(); left > 0; left -= 1) list.push(takeValue(depth + 1))
    return list
  }

  function takeValue(depth: number): AmfValue {
    count += 1
    if (depth > MAX_DEPTH || count > MAX_VALUES) throw new MalformedAmf('there are too many values')
    const type = take(1)[0]
    switch (type) {
      case NUMBER:
        return take(8).readDoubleBE()
      case BOOLEAN:
        return take(1)[0] !== 0
      case STRING:
        return takeText(take(2).readUInt16BE())
      case OBJECT:
        return takeObject(depth)
      case NULL:
        return null
      case UNDEFINED:
        return undefined
      case ECMA_ARRAY:
        take(4)
        return takeObject(depth)
      case STRICT_ARRAY:
        return takeList(depth)
      case DATE:
        return new Date(take(10).readDoubleBE())
      case LONG_STRING:
        return takeText(take(4).readUInt32BE())
      default:
        throw new MalformedAmf(`there is no type ${type}`)
    }
  }

  const values: AmfValue[] = []
  while (at < bytes.length) values.push(takeValue(0))
  return values
}

export function encodeAmf0(...values: AmfValue[]): Buffer {
  return Buffer.concat(values.map(encodeValue))
}

function encodeValue(value: AmfValue): Buffer {
  if (value === null) return Buffer.of(NULL)
  if (value === undefined) return Buffer.of(UNDEFINED)
  if (typeof value === 'boolean') return Buffer.of(BOOLEAN, Number(value))
  if (typeof value === 'number') return Buffer.concat([Buffer.of(NUMBER), double(value)])
  if (typeof value === 'string') return encodeString(value)
  if (value instanceof Date) return Buffer.concat([Buffer.of(DATE), double(value.getTime()), Buffer.of(0, 0)])
  if (Array.isArray(value))
    return Buffer.concat([Buffer.of(STRICT_ARRAY), u32(value.length), ...value.map(encodeValue)])
  const fields = Object.entries(value).flatMap(([key, one]) => [shortText(key), encodeValue(one)])
  return Buffer.concat([Buffer.of(OBJECT), ...fields, Buffer.of(0, 0, OBJECT_END)])
}

function encodeString(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length <= 0xffff) return Buffer.concat([Buffer.of(STRING), shortText(text)])
  return Buffer.concat([Buffer.of(LONG_STRING), u32(bytes.length), bytes])
}

function shortText(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([u16(bytes.length), bytes])
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}
