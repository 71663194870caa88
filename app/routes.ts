import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('onboarding', 'routes/onboarding.tsx'),
  route('npc1', 'routes/npc-live.tsx'),
  route('embed/npc1', 'routes/embed-npc.tsx'),
  route('go-live', 'routes/go-live.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
