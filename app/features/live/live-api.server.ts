import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LiveFiles } from './live-files.server.ts'

type Watched = {
  Params: { npcId: string; epoch?: string; name: string }
  Querystring: Record<string, unknown>
}

/** Most requests never come here: live-answer.ts answers them before the framework, from the same files. */
export async function liveApi(api: FastifyInstance, { files }: { files: LiveFiles }): Promise<void> {
  api.addHook('preClose', async () => files.close())
  api.addHook('onSend', async ({ headers: { origin } }, reply) => {
    reply.headers({ ...files.shared, ...files.crossOrigin?.(origin) })
  })
  api.get('/live/:npcId/:name', send)
  api.get('/live/:npcId/:epoch/:name', send)

  async function send(
    { params, query }: FastifyRequest<Watched>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { headers, body } = await files.find({ ...params, epoch: params.epoch }, query)
    if (query._HLS_msn !== undefined) files.countPlaylist(params.npcId)
    return reply.headers(headers).send(body)
  }
}
