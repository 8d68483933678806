import { readFileSync } from 'node:fs';
import { readResult } from '#app/core/providers/bfl/index.ts';
import type { MediaEvent, PollResult } from '#app/core/providers/media/contract.ts';
import { readImages, readStatus, readVideo } from '#app/core/providers/fal/index.ts';
import { readGeminiAnswer, readPredictions } from '#app/core/providers/google/media/images.ts';
import { fileAt, readOperation } from '#app/core/providers/google/media/videos.ts';
import { dataOf, readTask as readKlingTask } from '#app/core/providers/kling/index.ts';
import { findByCallback, readGeneration } from '#app/core/providers/luma/index.ts';
import {
  readFile,
  readFirstTask,
  readSecondTask,
  throwIfFailed,
} from '#app/core/providers/minimax/answers.ts';
import { readEvent, readImages as readOpenAiImages } from '#app/core/providers/openai/images/index.ts';
import { readVideo as readOpenAiVideo } from '#app/core/providers/openai/videos/index.ts';
import { findByWebhook, readPrediction } from '#app/core/providers/replicate/index.ts';
import { isUnbilled, isUnfinished, readTask as readRunwayTask } from '#app/core/providers/runway/index.ts';
import { readAnswer } from '#app/core/providers/stability/index.ts';
import { readGoogleUsage } from '#app/core/providers/google/usage.ts';

export const MEDIA_SECRETS = ['sk-fuzz-secret'];

export interface MediaParser {
  /** Parses a JSON answer; throws only ProviderError. */
  read(json: unknown): PollResult | readonly MediaEvent[] | object | null;
  /** `<adapter>/<fixture>`: answers that are parsed, and corrupted. */
  fixtures: readonly string[];
}

const VEO = {
  base: new URL('https://generativelanguage.googleapis.com/v1beta'),
  headers: { 'x-goog-api-key': 'k' },
};
const CONTENT = {
  url: 'https://api.example/v1/videos/video_1/content',
  headers: { authorization: 'Bearer k' },
};

/** The parsers of each wire's answers. */
export const MEDIA_PARSERS: Readonly<Record<string, MediaParser>> = {
  'fal, a status': { read: readStatus, fixtures: ['fal/waiting', 'fal/complete'] },
  'fal, pictures': { read: readImages, fixtures: ['fal/pictures'] },
  'fal, a video': { read: readVideo, fixtures: ['fal/video'] },
  replicate: {
    read: (json) => {
      findByWebhook({ results: [json] }, 'https://x.example');
      return readPrediction(json, MEDIA_SECRETS);
    },
    fixtures: ['replicate/waiting', 'replicate/done', 'replicate/refused', 'replicate/failed'],
  },
  bfl: {
    read: (json) => readResult(json, MEDIA_SECRETS),
    fixtures: ['bfl/waiting', 'bfl/done', 'bfl/refused', 'bfl/failed'],
  },
  'openai-images': {
    read: (json) => readOpenAiImages(json, 2),
    fixtures: ['openai/images/done', 'openai/images/address'],
  },
  'openai-images, an event': {
    read: (json) => readEvent(json, MEDIA_SECRETS),
    fixtures: ['openai/images/completed', 'openai/images/blocked', 'openai/images/failed'],
  },
  stability: { read: (json) => readAnswer(json), fixtures: ['stability/done', 'stability/refused'] },
  gemini: {
    read: (json) => {
      readGoogleUsage(json);
      return readGeminiAnswer(json, MEDIA_SECRETS);
    },
    fixtures: [
      'google/media/gemini-done',
      'google/media/gemini-blocked',
      'google/media/gemini-refused',
      'google/media/gemini-words',
    ],
  },
  imagen: { read: (json) => readPredictions(json, 2, MEDIA_SECRETS), fixtures: ['google/media/imagen-done'] },
  veo: {
    read: (json) => readOperation(json, (uri) => fileAt(uri, VEO), MEDIA_SECRETS),
    fixtures: [
      'google/media/veo-waiting',
      'google/media/veo-done',
      'google/media/veo-refused',
      'google/media/veo-failed',
    ],
  },
  'openai-videos': {
    read: (json) => readOpenAiVideo(json, CONTENT, MEDIA_SECRETS),
    fixtures: [
      'openai/videos/waiting',
      'openai/videos/done',
      'openai/videos/refused',
      'openai/videos/failed',
    ],
  },
  runway: {
    read: (json) => {
      isUnfinished(json);
      isUnbilled(json);
      return readRunwayTask(json, MEDIA_SECRETS);
    },
    fixtures: ['waiting', 'throttled', 'done', 'refused', 'failed', 'bad-asset'].map(
      (name) => `runway/${name}`,
    ),
  },
  luma: {
    read: (json) => {
      findByCallback({ generations: [json] }, 'https://x.example');
      return readGeneration(json, MEDIA_SECRETS);
    },
    fixtures: ['luma/waiting', 'luma/done', 'luma/refused', 'luma/failed'],
  },
  kling: {
    read: (json) => readKlingTask(dataOf(json, 'job', MEDIA_SECRETS), MEDIA_SECRETS),
    fixtures: ['waiting', 'done', 'refused', 'failed', 'no-money'].map((name) => `kling/${name}`),
  },
  'minimax, first wire': {
    read: (json) => {
      if ((json as { status?: unknown } | null)?.status !== 'Fail') throwIfFailed(json, 'job', MEDIA_SECRETS);
      return readFirstTask(json, MEDIA_SECRETS);
    },
    fixtures: ['v1-waiting', 'v1-done', 'v1-refused', 'v1-rate'].map((name) => `minimax/${name}`),
  },
  'minimax, a file': { read: readFile, fixtures: ['minimax/v1-file'] },
  'minimax, second wire': {
    read: (json) => readSecondTask(json, MEDIA_SECRETS),
    fixtures: ['v2-waiting', 'v2-done', 'v2-refused', 'v2-failed'].map((name) => `minimax/${name}`),
  },
};

/** The text of a fixture by `<folder>/<name>`. */
export function mediaFixture(name: string): string {
  const end = name.lastIndexOf('/');
  const place = `../../app/core/providers/${name.slice(0, end)}/fixtures/${name.slice(end + 1)}.json`;
  return readFileSync(new URL(place, import.meta.url), 'utf8');
}
