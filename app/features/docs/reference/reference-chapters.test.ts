import { describe, expect, it } from 'vitest';
import { splitBlocks } from '#app/features/docs/chapter-source.ts';
import type { OpenApi, Schema } from './openapi.ts';
import { referenceChapters } from './reference-chapters.ts';
import { fieldRows, tableText, typeText } from './schema-text.ts';

const type = (schema: Schema) => typeText(schema, (name) => `x.md#${name.toLowerCase()}`);

describe('typeText', () => {
  it.each<[Schema, string]>([
    [{ type: 'number', minimum: -2, maximum: 2 }, 'number (−2 to 2)'],
    [{ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'integer (at least 1)'],
    [{ type: 'integer', minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, 'integer'],
    [{ enum: ['price', 'latency'] }, '`"price"`, `"latency"`'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
    [
      { type: 'array', items: { $ref: '#/components/schemas/ChatMessage' }, maxItems: 10 },
      'list of [ChatMessage](x.md#chatmessage) (at most 10)',
    ],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'object of number'],
    [{ type: 'string', maxLength: 2048 }, 'string (at most 2,048 characters)'],
    [
      { anyOf: [{ type: 'null' }, { oneOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string' }] },
      'string or null',
    ],
    [{ const: 'list' }, '`"list"`'],
    [{}, 'anything'],
  ])('describes %j as %s', (schema, words) => {
    expect(type(schema)).toBe(words);
  });
});

describe('fieldRows', () => {
  it('lists the fields of nested objects and lists, and joins variants', () => {
    const schema: Schema = {
      type: 'object',
      required: ['tools'],
      properties: {
        tools: {
          type: 'array',
          items: {
            oneOf: [
              {
                type: 'object',
                properties: { type: { const: 'function' }, function: { type: 'object' } },
                required: ['type'],
              },
              { type: 'object', properties: { type: { const: 'custom' } }, required: ['type'] },
            ],
          },
        },
      },
    };
    expect(
      fieldRows(schema).map(({ name, isRequired, schema: own }) => [name, isRequired, type(own)]),
    ).toEqual([
      ['tools', true, 'list of object'],
      ['tools[].type', true, '`"function"` or `"custom"`'],
      ['tools[].function', false, 'object'],
    ]);
  });
});

it('escapes bars within a table cell', () => {
  expect(tableText(['A'], [['a | b\nc']])).toBe('| A |\n| --- |\n| a \\| b c |');
});

const DOCUMENT: OpenApi = {
  info: { title: 'T', description: 'D.' },
  tags: [
    { name: 'Chat', description: 'Talk.' },
    { name: 'Account', description: 'Money.' },
  ],
  paths: {
    '/chat': {
      post: {
        tags: ['Chat'],
        summary: 'Say something',
        description: 'Says it.',
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Ask' }, example: { a: "it's" } },
          },
        },
        responses: {
          200: {
            description: 'Answer.',
            headers: {},
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Answer' } } },
          },
          402: { description: '`token_balance`: No money.', headers: {}, content: {} },
        },
      },
    },
    '/generation': {
      get: {
        tags: ['Account'],
        summary: 'Read it',
        description: 'Reads it.',
        parameters: [
          { name: 'id', in: 'query', required: true, description: 'Which.', schema: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'It.',
            headers: {},
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Answer' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Ask: { type: 'object', properties: { a: { type: 'string' } } },
      Answer: { type: 'object', properties: { b: { type: 'string' } } },
    },
    parameters: {},
    headers: {},
  },
};

describe('referenceChapters', () => {
  const chapters = referenceChapters(DOCUMENT);
  const body = (slug: string) => chapters.find((one) => one.slug === slug)!.body;

  it('has an overview and a chapter for each tag', () => {
    expect(chapters.map(({ slug }) => slug)).toEqual(['reference', 'reference-chat', 'reference-account']);
    expect(body('reference')).toContain('[Say something](reference-chat.md#say-something)');
  });

  it('describes each object once, and links to it from other chapters', () => {
    expect(body('reference-chat')).toContain('### Answer');
    expect(body('reference-account')).not.toContain('### Answer');
    expect(body('reference-account')).toContain('[Answer](reference-chat.md#answer)');
  });

  it('links codes, and quotes each sample call for a shell', () => {
    expect(body('reference-chat')).toContain('| 402 | [`token_balance`](errors.md#token_balance) |');
    const [sample] = splitBlocks(body('reference-chat')).flatMap((block) =>
      block.kind === 'code' ? block.samples : [],
    );
    expect(sample?.code).toContain(String.raw`"it'\''s"`);
    expect(body('reference-account')).toContain('/generation?id=$GENERATION_ID"');
  });
});
