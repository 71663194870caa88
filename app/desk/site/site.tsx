import type { SiteFields } from '../../features/site-details/contract.ts'
import { Panel } from '../parts/panel.tsx'
import { RemoteContent } from '../parts/remote-content.tsx'
import { useRemote } from '../parts/use-remote.ts'
import { SiteForm } from './site-form.tsx'
import { words } from './words.ts'

type Details = { own: Partial<SiteFields>; defaults: SiteFields }

export function SitePage() {
  const [details, reload] = useRemote<Details>('/api/site-details')
  return (
    <Panel id="site" title={words.site}>
      <p className="mb-6 text-pretty text-muted">{words.lead}</p>
      <RemoteContent remote={details} onRetry={reload}>
        {({ own, defaults }) => <SiteForm own={own} defaults={defaults} />}
      </RemoteContent>
    </Panel>
  )
}
