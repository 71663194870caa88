import { messagesHook } from '../../platform/browser/messages.tsx'
import type { RoadmapMessages } from './messages.ts'

export const useRoadmapMessages = messagesHook<RoadmapMessages>('roadmap')
