import { FeaturedNpcs } from '../features/npcs/featured-npcs.tsx'
import { listNpcs } from '../features/npcs/npcs-store.server.ts'
import { Hero } from '../features/welcome/hero.tsx'
import { renderingContext, resourcesContext } from '../resources.ts'
import type { Route } from './+types/home'

export function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(resourcesContext)
  const npcs = listNpcs({ db })
  npcs.catch(context.get(renderingContext).markIncomplete)
  return { npcs }
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const { pageTitle, lead } = matches[0].loaderData.messages.welcome
  return [{ title: pageTitle }, { name: 'description', content: lead }]
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <FeaturedNpcs npcs={loaderData.npcs} />
    </>
  )
}
