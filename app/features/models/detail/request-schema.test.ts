import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chatRequest } from '#app/contracts/openai/chat-request.ts';
import { embeddingRequest } from '#app/contracts/openai/embedding.ts';
import { imageEditRequest } from '#app/contracts/openai/image-request.ts';
import { videoRequest } from '#app/contracts/openai/video-request.ts';
import { PARAMETER_NAMES } from './parameter-names.ts';
import { fieldsOf } from './request-schema.server.ts';

describe('the fields of a chat completion', () => {
  const fields = fieldsOf(chatRequest);

  it.each([
    ['temperature', { type: 'number', range: { min: 0, max: 2 } }],
    ['max_tokens', { type: 'integer', range: { min: 1 } }],
    ['seed', { type: 'integer', range: {} }],
    ['stop', { type: 'string | array', range: { most: 4 } }],
    ['logit_bias', { type: 'object', range: { min: -100, max: 100 } }],
    ['stream', { type: 'boolean', range: {} }],
    ['tools', { type: 'array', range: { most: 128 } }],
    ['tool_choice', { type: 'string | object', range: {} }],
  ])('%s is as the API validates it', (name, expected) => {
    expect(fields.get(name)).toMatchObject({ ...expected, isRequired: false });
  });

  it('are required as the API requires them', () => {
    expect(fields.get('messages')).toMatchObject({ type: 'array', isRequired: true });
  });

  it('have the fields inside of their objects', () => {
    expect(fields.get('stream_options')?.inside).toContainEqual(['include_usage', 'boolean']);
    expect(fields.get('response_format')?.inside).toEqual(
      expect.arrayContaining([
        ['type', '"text" | "json_object" | "json_schema"'],
        ['json_schema.name', 'string'],
        ['json_schema.schema', 'object'],
        ['json_schema.strict', 'boolean'],
      ]),
    );
    expect(fields.get('tool_choice')?.inside).toEqual(
      expect.arrayContaining([
        ['"none" | "auto" | "required"', 'string'],
        ['type', '"function" | "custom" | "allowed_tools"'],
        ['function.name', 'string'],
        ['allowed_tools.mode', '"auto" | "required"'],
      ]),
    );
  });
});

describe('the parameters of a model’s page', () => {
  it.each([
    ['image', imageEditRequest, ['provider', 'response_format']],
    ['video', videoRequest, ['provider']],
    ['embedding', embeddingRequest, ['provider', 'user']],
  ] as const)('are all fields of an %s call, except for named ones', (kind, schema, others) => {
    expect([...PARAMETER_NAMES[kind], ...others].sort()).toEqual([...fieldsOf(schema).keys()].sort());
  });

  it('are fields of chat completions', () => {
    expect([...fieldsOf(chatRequest).keys()]).toEqual(expect.arrayContaining([...PARAMETER_NAMES.text]));
  });
});

it('a number that may be a text has both types', () => {
  expect(fieldsOf(videoRequest).get('seconds')).toMatchObject({ type: 'integer | string', range: {} });
});

it('follows a change of the schema', () => {
  const schema = z.object({ mode: z.enum(['a', 'b']), only: z.literal('x').nullish(), size: z.int().max(9) });
  const fields = fieldsOf(schema);
  expect(fields.get('mode')).toMatchObject({
    type: 'string',
    isRequired: true,
    range: { values: ['a', 'b'] },
  });
  expect(fields.get('only')).toMatchObject({ isRequired: false, range: { values: ['x'] } });
  expect(fields.get('size')?.range).toEqual({ max: 9 });
});
