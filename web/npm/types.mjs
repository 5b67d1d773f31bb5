// Writes index.d.ts: the types of all questions and answers, from the schema. `node types.mjs SCHEMA`
import { readFileSync } from 'node:fs';

const schema = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const definitions = schema.$defs;

/** The name that a definition has in TypeScript: `Document_CountView` is `CountView`, which is what a program gets. */
const documents = new Set(Object.keys(definitions).filter((name) => name.startsWith('Document_')).map((name) => name.slice(9)));
const renamed = (name) => (name.startsWith('Document_') ? name.slice(9) : documents.has(name) ? `${name}Part` : name);

function type(node) {
  if (node === true) return 'unknown';
  if (node.$ref) return renamed(node.$ref.split('/').pop());
  if ('const' in node) return JSON.stringify(node.const);
  if (node.enum) return node.enum.map((word) => JSON.stringify(word)).join(' | ');
  const choices = node.anyOf ?? node.oneOf;
  if (choices) return choices.map(type).join(' | ');
  if (Array.isArray(node.type)) return node.type.map((one) => type({ ...node, type: one })).join(' | ');
  switch (node.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return node.type;
    case 'array':
      if (node.prefixItems) return `[${node.prefixItems.map(type).join(', ')}]`;
      return `(${node.items ? type(node.items) : 'unknown'})[]`;
    case 'object':
      if (node.properties) return object(node);
      return `Record<string, ${typeof node.additionalProperties === 'object' ? type(node.additionalProperties) : 'unknown'}>`;
    default:
      return 'unknown';
  }
}

function object(node) {
  const required = new Set(node.required);
  const keys = Object.entries(node.properties).map(
    ([key, value]) => `${comment(value, '  ')}  ${JSON.stringify(key)}${required.has(key) ? '' : '?'}: ${type(value)};\n`,
  );
  return `{\n${keys.join('')}}`;
}

const comment = ({ description }, indent = '') =>
  description ? `${indent}/** ${description.replace(/\[?`(\w+)`\]?/g, '`$1`').replaceAll('\n', ' ').replaceAll('*/', '')} */\n` : '';

// Each question says which view answers it; one that does not is answered as the one before it.
let view;
const answers = definitions.Question.oneOf.map((question) => {
  view = question.description.match(/`(\w+View)`/)?.[1] ?? view;
  return `  ${JSON.stringify(question.properties.ask.const)}: ${documents.has(view) ? view : 'unknown'};\n`;
});

const lines = Object.entries(definitions).map(([name, node]) => `${comment(node)}export type ${renamed(name)} = ${type(node)};\n`);
process.stdout.write(`${lines.join('\n')}
/** What each question is answered with. */
export interface Answers {
${answers.join('')}}

/** Why a question has no answer: what is wrong and, where that is in a text, its place, from 1. */
export interface PuzzleError extends Error {
  line?: number;
  column?: number;
}

export interface Gridwright {
  /**
   * Answers a question, or throws a PuzzleError.
   * @param milliseconds the most time it may take, 0 for any; what is known by then is the answer
   */
  ask<Q extends Question>(question: Q, milliseconds?: number): Answers[Q['ask']];
}

/** Loads the library. */
export function load(): Promise<Gridwright>;
`);
