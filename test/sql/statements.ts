import path from 'node:path'
import {
  isArrowFunction,
  isBinaryExpression,
  isCallExpression,
  isFunctionDeclaration,
  isIdentifier,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isPropertyAccessExpression,
  isReturnStatement,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import type { CallExpression, Node } from 'typescript/unstable/ast'
import { API, type Checker, type Project, SymbolFlags, type Type } from 'typescript/unstable/sync'
import { readRow, type RowType } from './row-types.ts'

export interface Statement {
  /** The file and the enclosing function: `jobs/transitions.sql.ts completeJob`. */
  name: string
  text: string
  /** Undefined if the caller ignores the rows. */
  row: RowType | undefined
}

/** Every `.query(…)` call in src/db/**\/*.sql.ts, with its SQL text and the row type that the compiler infers for it. */
export function readStatements(): Statement[] {
  const api = new API({ cwd: process.cwd() })
  try {
    const snapshot = api.updateSnapshot({ openProjects: [path.resolve('tsconfig.json')] })
    const project = snapshot.getProjects()[0]
    if (!project) throw new Error('tsconfig.json was not loaded')
    return project.program
      .getSourceFileNames()
      .filter((file) => /\/src\/db\/.*\.sql\.ts$/.test(file))
      .flatMap((file) => readFile(project, file))
  } finally {
    api.close()
  }
}

function readFile(project: Project, file: string): Statement[] {
  const source = project.program.getSourceFile(file)
  if (!source) throw new Error(`${file} is not part of the project`)
  const short = path.relative('src/db', file)
  return findQueries(source).map(({ call, owner }) => {
    const [text] = call.arguments
    if (!text) throw new Error(`${short} ${owner} has no text`)
    return {
      name: `${short} ${owner}`,
      text: evaluate(text, { project, values: new Map() }),
      row: readRow(project.checker, rowOfCall(project.checker, call)),
    }
  })
}

function findQueries(source: Node): { call: CallExpression; owner: string }[] {
  const found: { call: CallExpression; owner: string }[] = []
  const visit = (node: Node, owner: string) => {
    const named = isFunctionDeclaration(node) || isVariableDeclaration(node) ? node.name : undefined
    const ownerName = owner === '' && named && isIdentifier(named) ? named.text : owner
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      if (node.expression.name.text === 'query') found.push({ call: node, owner: ownerName })
    }
    node.forEachChild((child) => visit(child, ownerName))
  }
  visit(source, '')
  return found
}

/** Returns `Row` from `Promise<Row[]>` or from a pg client's `Promise<QueryResult<Row>>`. */
function rowOfCall(checker: Checker, call: CallExpression): Type {
  const signature = checker.getResolvedSignature(call)
  const promise = signature && checker.getReturnTypeOfSignature(signature)
  const result = promise?.isTypeReference() ? checker.getTypeArguments(promise)[0] : undefined
  if (!result?.isTypeReference()) throw new Error('A query does not return a promise of rows')
  const [row] = checker.getTypeArguments(result)
  if (!row) throw new Error('A query returns no rows')
  return row
}

interface Scope {
  project: Project
  /** Arguments of the functions being evaluated. */
  values: Map<string, string>
}

/** Evaluates a constant expression of strings and numbers. Throws for anything else. */
function evaluate(node: Node, scope: Scope): string {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text
  if (isNumericLiteral(node)) return node.text
  if (isTemplateExpression(node)) {
    const spans = node.templateSpans.map(
      (span) => evaluate(span.expression, scope) + span.literal.text,
    )
    return node.head.text + spans.join('')
  }
  if (isIdentifier(node)) return scope.values.get(node.text) ?? evaluateConstant(node, scope)
  if (isCallExpression(node)) return evaluateCall(node, scope)
  if (isBinaryExpression(node)) return evaluate(node.left, scope) + evaluate(node.right, scope)
  throw new Error(`Not a constant: ${node.getText()}`)
}

function evaluateConstant(node: Node, scope: Scope): string {
  const declaration = findDeclaration(node, scope.project)
  if (!isVariableDeclaration(declaration) || !declaration.initializer) {
    throw new Error(`Not a constant: ${node.getText()}`)
  }
  return evaluate(declaration.initializer, { ...scope, values: new Map() })
}

/** Evaluates a call to a function that only returns an expression. An escaped identifier becomes a placeholder. */
function evaluateCall(node: CallExpression, scope: Scope): string {
  if (node.expression.getText() === 'pg.escapeIdentifier') return '"identifier"'
  const declaration = findDeclaration(node.expression, scope.project)
  const callee = isVariableDeclaration(declaration) ? declaration.initializer : declaration
  if (!callee || !(isArrowFunction(callee) || isFunctionDeclaration(callee))) {
    throw new Error(`Not a function: ${node.getText()}`)
  }
  const values = new Map(
    callee.parameters.map(({ name }, nth) => {
      const argument = node.arguments[nth]
      if (!argument) throw new Error(`An argument is missing: ${node.getText()}`)
      return [name.getText(), evaluate(argument, scope)]
    }),
  )
  return evaluate(returnedExpression(callee.body), { ...scope, values })
}

function returnedExpression(body: Node | undefined): Node {
  let expression = body
  body?.forEachChild((child) => {
    if (isReturnStatement(child)) expression = child.expression
  })
  if (!expression) throw new Error('A function returns nothing')
  return expression
}

function findDeclaration(node: Node, { checker, ...project }: Project): Node {
  const symbol = checker.getSymbolAtLocation(node)
  const isAlias = symbol && (symbol.flags & SymbolFlags.Alias) !== 0
  const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol
  const declaration = target?.valueDeclaration?.resolve(project as Project)
  if (!declaration) throw new Error(`No declaration: ${node.getText()}`)
  return declaration
}
