import { KEY_VARIABLE, samplesFor } from '#app/contracts/code-samples.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';

interface Site {
  appTitle: string;
  /** Without a slash at its end. */
  appUrl: string;
  /** The documents as a list of links in Markdown. */
  docs: string;
}

/** The product in the form of llmstxt.org: a title, a summary, and links with what stands behind them. */
export function siteSummary({ appTitle, appUrl, docs }: Site): string {
  return `# ${appTitle}

> The AI models of many providers behind one OpenAI-compatible API and one chat, paid per call, without a monthly fee.

- API base: ${appUrl}/api/v1 (also ${appUrl}/v1). OpenAI's own clients work with it as their base URL.
- Authentication: an API key that begins with sk-par-, made at ${appUrl}/keys, as a bearer token.
- Model ids have the form maker/model. ${AUTO_MODEL} chooses a fitting model for each call.
- Every call has a receipt with its tokens, its cost, and who answered.

## API

- [OpenAPI document](${appUrl}/api/v1/openapi.json): GET; every call with its fields, answers and errors
- [Models](${appUrl}/api/v1/models): GET; what can be called, with prices, limits and parameters; needs no key
- [Catalogue](${appUrl}/api/hub/models): GET; all models that are known, with who serves them; needs no key
- Chat completions: POST ${appUrl}/api/v1/chat/completions; an answer, streamed or in one piece
- Messages, as Anthropic's clients ask: POST ${appUrl}/api/v1/messages, /messages/count_tokens; base URL ${appUrl}/api
- Text completions, OpenAI's older call: POST ${appUrl}/api/v1/completions
- Responses: POST ${appUrl}/api/v1/responses; the same in OpenAI's newer form, kept, read again and continued
- Embeddings: POST ${appUrl}/api/v1/embeddings
- Pictures: POST ${appUrl}/api/v1/images/generations and /images/edits; from words or other pictures, as base64
- Videos: POST ${appUrl}/api/v1/videos, then GET /videos/{id} and /videos/{id}/content; ordered, and fetched when it is there
- Webhooks: ${appUrl}/api/v1/webhook_endpoints; addresses that are told when a video is finished or has failed
- Quote: POST ${appUrl}/api/v1/quote; what a call can cost, without making it
- Receipt: GET ${appUrl}/api/v1/generation?id=
- Credits and key: GET ${appUrl}/api/v1/credits, GET ${appUrl}/api/v1/key

A call, with a key in ${KEY_VARIABLE}:

\`\`\`sh
${samplesFor({ origin: appUrl, model: AUTO_MODEL }).curl}\`\`\`

## Documentation, in Markdown

${docs}

## Pages

- [Start](${appUrl}/): what this is
- [Models](${appUrl}/models): the catalogue for people, with a page for each model
- [Documentation](${appUrl}/docs): the same as above, for people
- [Terms](${appUrl}/terms): fees, credits, disputes
- [Privacy](${appUrl}/privacy): what is kept, and what for
`;
}
