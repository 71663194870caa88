import { Home } from '../home'

export const dynamic = 'force-dynamic'

export default Home
