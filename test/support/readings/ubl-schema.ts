import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { XmlDocument, XmlValidateError, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

/**
 * The `xsd` folder (`maindoc` and `common`) from the OASIS standard UBL 2.1. Its licence does not allow us to ship it.
 */
const folder = path.resolve(process.env['UBL_XSD'] ?? '../shared/ubl-2.1/xsd')

/** Reason to skip a test. */
export const ublSchemaSkipReason = existsSync(path.join(folder, 'maindoc/UBL-Invoice-2.1.xsd'))
  ? undefined
  : `the schemas of UBL 2.1 are not at ${folder} (UBL_XSD names another folder)`

const schemas = new Map<string, XsdValidator>()

/** Returns the validation error for a UBL 2.1 invoice or credit note, or undefined if valid. */
export function findUblError(xml: string): string | undefined {
  const document = XmlDocument.fromString(xml)
  try {
    compileSchema(document.root.name).validate(document)
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof XmlValidateError)) throw thrown
    return thrown.message
  } finally {
    document.dispose()
  }
}

/** Compiles a schema once, because compiling takes a second. */
function compileSchema(root: string): XsdValidator {
  const known = schemas.get(root)
  if (known) return known
  xmlRegisterFsInputProviders()
  const file = path.join(folder, `maindoc/UBL-${root}-2.1.xsd`)
  const document = XmlDocument.fromBuffer(readFileSync(file), { url: file })
  const schema = XsdValidator.fromDoc(document)
  schemas.set(root, schema)
  return schema
}
