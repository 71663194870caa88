import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

type ReceivedMail = { from: string; to: string[]; data: string; credentials: string | undefined }

/** A mail server that takes everything, or answers every mail with the given line. */
export async function startSmtpServer(answerToMail = '250 OK') {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()

  function serve(socket: Socket): void {
    let mail: ReceivedMail = { from: '', to: [], data: '', credentials: undefined }
    let isData = false
    let text = ''
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write('220 test\r\n')
    socket.on('data', (bytes) => {
      text += bytes
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        socket.write(answer(line))
      }
    })

    function answer(line: string): string {
      if (isData && line !== '.') {
        mail.data += `${line}\n`
        return ''
      }
      if (isData) {
        isData = false
        mails.push(mail)
        mail = { from: '', to: [], data: '', credentials: undefined }
        return '250 OK\r\n'
      }
      if (/^EHLO/i.test(line)) return '250-test\r\n250 AUTH PLAIN\r\n'
      if (/^AUTH PLAIN /i.test(line)) mail.credentials = atob(line.slice(11))
      if (/^MAIL FROM/i.test(line)) mail.from = line
      if (/^RCPT TO/i.test(line)) mail.to.push(line)
      if (/^DATA/i.test(line)) isData = true
      if (/^AUTH/i.test(line)) return '235 OK\r\n'
      if (/^MAIL FROM/i.test(line)) return `${answerToMail}\r\n`
      return isData ? '354 go\r\n' : '250 OK\r\n'
    }
  }

  const server = createServer(serve).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    mails,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
