import type { FastifySchemaCompiler } from 'fastify'
import type { z } from 'zod'
import { createInvalidFieldsError } from '../../domain/errors/invalid-fields.ts'
import { listFaults } from '../../domain/messages/fault.ts'

/** Compiles a schema to a validator. Its error lists each invalid field, and suggests a name for each unknown one. */
export const compileValidator: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (input: unknown) => {
    const { success, data, error } = schema.safeParse(input)
    if (success) return { value: data }
    return { error: createInvalidFieldsError(listFaults(error, input, schema)) }
  }
