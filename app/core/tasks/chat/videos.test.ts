import { describe, expect, it } from 'vitest';
import { chatRequest, type ChatRequest } from '#app/contracts/openai/chat-request.ts';
import { mp4OfEmptyBoxes, webmOfEmptyElements } from '#tests/fixtures/media/hostile-videos.ts';
import { mp4 } from '#tests/fixtures/media/mp4.ts';
import { recordedClusters, webm } from '#tests/fixtures/media/webm.ts';
import { countPrompt } from './token-count.ts';
import { measureVideos } from './videos.ts';
import { weighCall } from './call-weight.ts';
import { maxMediaTokens } from './media-weight.ts';

const FIELD = 'messages[0].content[1]';
const WINDOW = 1_000_000;
const urlOf = (bytes: Buffer, type = 'video/mp4') => `data:${type};base64,${bytes.toString('base64')}`;
const video = (bytes: Buffer, type?: string) => ({
  type: 'video_url',
  video_url: { url: urlOf(bytes, type) },
});

function bodyOf(...parts: object[]): ChatRequest {
  const content = [{ type: 'text', text: 'Watch' }, ...parts];
  return chatRequest.parse({ messages: [{ role: 'user', content }] });
}

const lookAt = ({ messages }: ChatRequest) => measureVideos(messages, { account: 'ada' });
const weigh = async (body: ChatRequest) => weighCall(body, await lookAt(body));

describe('the videos of a call', () => {
  it.each([
    ['the header of the movie', video(mp4({ seconds: 10, mediaSeconds: 0.1 }))],
    ['its samples', video(mp4({ seconds: 0.1, mediaSeconds: 0.1, sampleSeconds: 10 }))],
    ['its fragments', video(mp4({ seconds: 0.1, mediaSeconds: 0.1, fragments: 10 }))],
    ['its blocks', video(webm({ seconds: 0.1, clusters: recordedClusters(10) }), 'video/webm')],
    ['a file', { type: 'file', file: { file_data: urlOf(mp4({ seconds: 10 })), filename: 'a.mp4' } }],
    [
      'a file with another label',
      { type: 'file', file: { file_data: urlOf(mp4({ seconds: 10 }), 'text/plain') } },
    ],
  ])('are measured by the longest duration that they state anywhere: %s', async (_name, part) => {
    const { media, modalities, classes, mediaTokens } = await weigh(bodyOf(part));
    expect(media.videos).toEqual([
      { size: expect.anything(), seconds: expect.closeTo(10, 1), bytes: expect.any(Number), field: FIELD },
    ]);
    expect(modalities).toContain('video-to-text');
    // Gemini bills the audio track of a video as audio.
    expect(classes).toContain('audioInput');
    expect(mediaTokens).toBe(11 * 300);
    expect(maxMediaTokens(media, 'google/gemini-2.5-flash', WINDOW)).toBe(11 * 300);
    // A file that is not a video is held for the whole window.
    expect(maxMediaTokens(media, 'moonshotai/kimi-k3', WINDOW)).toBeLessThan(30_000);
  });

  it('are counted the same when a provider sends no usage, and are sent unchanged', async () => {
    const body = bodyOf(video(mp4({ seconds: 10, placed: true })));
    const before = JSON.stringify(body);
    const words = await countPrompt({ messages: bodyOf().messages as never, options: {} }, null, 'o200k');
    const { promptTokens } = await countPrompt(
      { messages: body.messages as never, options: {} },
      null,
      'o200k',
    );
    expect(promptTokens - words.promptTokens).toBe(11 * 300);
    expect(JSON.stringify(body)).toBe(before);
  });

  it.each([
    ['one that says no length', video(mp4({ seconds: 0 })), 'how long'],
    ['what only claims to be one', video(Buffer.from('no video')), 'MP4, QuickTime or WebM'],
    [
      'one of another kind',
      video(Buffer.from('RIFF\0\0\0\0AVI LIST'), 'video/x-msvideo'),
      'MP4, QuickTime or WebM',
    ],
    ['one that is cut off', video(mp4().subarray(0, 60)), 'MP4, QuickTime or WebM'],
  ])('are rejected with the field named: %s', async (_name, part, words) => {
    await expect(lookAt(bodyOf(part))).rejects.toMatchObject({
      code: 'invalid_request',
      param: FIELD,
      message: expect.stringContaining(words),
    });
  });

  it.each([
    ['too many boxes', video(mp4OfEmptyBoxes(50_000))],
    ['too many elements', video(webmOfEmptyElements(50_000), 'video/webm')],
  ])('are parsed within the limits of uploads: %s', async (_name, part) => {
    await expect(lookAt(bodyOf(part))).rejects.toMatchObject({ code: 'invalid_request', param: FIELD });
  });

  it('are limited to ten', async () => {
    const part = video(mp4());
    await expect(lookAt(bodyOf(...Array(11).fill(part)))).rejects.toMatchObject({
      param: 'messages[0].content[11]',
      message: expect.stringContaining('at most 10'),
    });
  });
});
