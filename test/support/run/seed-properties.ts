import fc from 'fast-check'
import { readPropertySeed } from './property-runs.ts'

fc.configureGlobal(readPropertySeed(process.env.PROPERTY_SEED))
