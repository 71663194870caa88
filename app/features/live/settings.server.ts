import type { SettingsReader, VariableType } from '../../platform/settings/read-settings.server.ts'
import {
  file,
  host,
  httpUrl,
  origins,
  parseList,
  port,
  portOrOff,
  secret,
} from '../../platform/settings/variable-types.server.ts'
import { NPC_ID } from '../npcs/contract.ts'
import type { NpcPlayback } from './contract.ts'

export const DEFAULT_RTMP_PORT = 1935

export type StreamHooks = ReturnType<typeof readLiveSettings>['streamHooks']

export function readLiveSettings(settings: SettingsReader) {
  const { read } = settings
  return {
    rtmp: {
      host: read('RTMP_HOST', host, '127.0.0.1'),
      /** Undefined: the default port if it is free. Off: unencrypted streams are not accepted. */
      port: read('RTMP_PORT', portOrOff, undefined),
      tls: readTls(settings),
    },
    playbacks: read('PLAYBACK_URLS', playbacks, []),
    /** Sites that may show the stream in their own pages. */
    embedOrigins: read('EMBED_ORIGINS', origins, []),
    streamHooks: {
      secret: read('STREAM_HOOK_SECRET', secret, undefined),
      muxSecret: read('MUX_WEBHOOK_SECRET', secret, undefined),
      cloudflareSecret: read('CLOUDFLARE_WEBHOOK_SECRET', secret, undefined),
      /** NPCs by the id that a service gave their live input. */
      inputs: read('STREAM_INPUTS', streamInputs, new Map<string, string>()),
    },
  }
}

function readTls({ read, reject }: SettingsReader) {
  const tlsPort = read('RTMPS_PORT', port, undefined)
  const certFile = read('RTMPS_CERT_FILE', file, undefined)
  const keyFile = read('RTMPS_KEY_FILE', file, undefined)
  if (tlsPort === undefined) return undefined
  if (certFile !== undefined && keyFile !== undefined) return { port: tlsPort, certFile, keyFile }
  reject('with RTMPS_PORT go RTMPS_CERT_FILE and RTMPS_KEY_FILE, the paths of two PEM files')
  return undefined
}

const playbacks: VariableType<NpcPlayback[]> = {
  expected: 'addresses like 1=hls:https://cdn.example.com/npc1.m3u8 or 2=whep:https://…, separated by commas',
  parse: (text) => parseList(text, parsePlayback),
  // CDNs put signatures in the query.
  mask: (text) => text.replaceAll(/\?[^,]*/g, '?***').replaceAll(/\/\/[^/,]*@/g, '//***@'),
}

const streamInputs: VariableType<Map<string, string>> = {
  expected: 'pairs like 1=<id of the live stream>, separated by commas',
  parse: (text) => {
    const pairs = parseList(text, parseStreamInput)
    const inputs = new Map(pairs)
    // One stream cannot belong to two NPCs.
    return pairs && inputs.size === pairs.length ? inputs : undefined
  },
}

function parsePlayback(text: string): NpcPlayback | undefined {
  const { npcId, value } = parsePair(text) ?? {}
  const [, kind, url = ''] = /^(hls|whep):(.+)$/.exec(value ?? '') ?? []
  if (npcId === undefined || httpUrl.parse(url) === undefined) return undefined
  return { npcId, kind: kind === 'whep' ? 'whep' : 'hls', url }
}

function parseStreamInput(text: string): [input: string, npcId: string] | undefined {
  const pair = parsePair(text)
  return pair && /^[\w.:-]{1,200}$/.test(pair.value) ? [pair.value, pair.npcId] : undefined
}

/** `1=value`, for the NPC with id 1. */
function parsePair(text: string): { npcId: string; value: string } | undefined {
  const [npcId = '', ...rest] = text.split('=')
  return NPC_ID.test(npcId) ? { npcId, value: rest.join('=') } : undefined
}
