import { expect, test } from 'vitest'
import { readRequest } from './read-request.ts'

const read = (text: string) => readRequest(Buffer.from(text, 'latin1'))

test('a plain request is read with the headers that answers depend on', () => {
  const text =
    'GET /live/1/a/media.m3u8?_HLS_msn=3 HTTP/1.1\r\nHost: x\r\nAccept: */*\r\nCOOKIE:  lang=de \t\r\nConnection: Keep-Alive\r\n\r\n'
  const request = {
    method: 'GET',
    url: '/live/1/a/media.m3u8?_HLS_msn=3',
    headers: { cookie: 'lang=de' },
    bodyLength: undefined,
  }
  expect(read(text)).toEqual(request)
  expect(read(text)).toEqual(request)
})

test('a request with its whole body is read', () => {
  expect(read('PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}')).toMatchObject({
    method: 'PUT',
    bodyLength: 2,
  })
})

const get = (...rows: string[]) => ['GET / HTTP/1.1', ...rows, '', ''].join('\r\n')

test.each([
  ['nothing', ''],
  ['half a head', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['more than one request', get('Host: x').repeat(2)],
  ['a request and the beginning of the next', `${get('Host: x')}G`],
  ['half a body', `${get('Host: x', 'Content-Length: 4')}ab`],
  ['more than a body', `${get('Host: x', 'Content-Length: 1')}ab`],
  ['more than 8 kB', get('Host: x', `X: ${'x'.repeat(8_192)}`)],
  ['no host', get('Accept: */*')],
  ['no header at all', 'GET / HTTP/1.1\r\n\r\n'],
  ['an empty host', get('Host: ')],
  ['two hosts', get('Host: x', 'host: x')],
  ['two cookies', get('Host: x', 'Cookie: a=b', 'Cookie: lang=de')],
  ['two lengths', get('Host: x', 'Content-Length: 0', 'Content-Length: 0')],
  ['a length that is none', get('Host: x', 'Content-Length: +0')],
  ['a length in hex', get('Host: x', 'Content-Length: 0x0')],
  ['chunks', get('Host: x', 'Transfer-Encoding: chunked')],
  ['an upgrade', get('Host: x', 'Connection: Upgrade', 'Upgrade: websocket')],
  ['an upgrade without a word about the connection', get('Host: x', 'Upgrade: websocket')],
  ['an expectation', get('Host: x', 'Expect: 100-continue')],
  ['a connection to be closed', get('Host: x', 'Connection: close')],
  ['two words about the connection', get('Host: x', 'Connection: keep-alive', 'Connection: close')],
  ['a folded line', get('Host: x', 'X: a', ' b')],
  ['a space before the colon', get('Host : x')],
  ['a line without a colon', get('Host: x', 'nonsense')],
  ['a line feed alone', 'GET / HTTP/1.1\nHost: x\r\n\r\n'],
  ['a line feed in a value', get('Host: x', 'X: a\nCookie: lang=de')],
  ['a carriage return in a value', get('Host: x', 'X: a\rb')],
  ['a NUL', get('Host: x', 'X: a\0b')],
  ['a byte that is no ASCII', get('Host: x', 'X: \xe9')],
  ['an empty line first', `\r\n${get('Host: x')}`],
  ['two spaces', get('Host: x').replace('GET /', 'GET  /')],
  ['a tab', get('Host: x').replace('GET /', 'GET\t/')],
  ['an absolute address', get('Host: x').replace('GET /', 'GET http://x/')],
  ['an older version', get('Host: x').replace('1.1', '1.0')],
  ['a method in small letters', get('Host: x').replace('GET', 'get')],
  ['another method', get('Host: x').replace('GET', 'CONNECT')],
])('%s is left to node:http', (_, text) => {
  expect(read(text)).toBeUndefined()
})
