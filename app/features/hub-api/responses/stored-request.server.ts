import type { PlainItem } from '#app/contracts/openai/responses/input-items.ts';
import type { ResponsesRequest } from '#app/contracts/openai/responses/request.ts';
import { ownTools } from '#app/contracts/openai/responses/tools.ts';
import { createdAt } from '#app/features/hub-api/answering/call-facts.server.ts';
import { responseId } from './item-id.ts';
import { echoOf, summaryOf, type Echo, type ResponseFacts } from './response-object.ts';
import { groupedNames, type GroupedNames } from './tool-groups.ts';

/** The stored facts of a call, apart from its answer. */
export interface StoredRequest {
  /** The model id in the request. */
  model: string;
  echo: Echo;
  isSummarised: boolean;
  hasPackedThoughts: boolean;
  /** Absent in requests that an older version stored. */
  groups?: GroupedNames;
  /** Its own input, without the responses that it continues. */
  input: PlainItem[];
}

/** @param isStored whether the response can be read again and continued */
export function toStoredRequest(
  body: ResponsesRequest,
  input: PlainItem[],
  isStored: boolean,
): StoredRequest {
  return {
    model: body.model ?? '',
    echo: echoOf(body, isStored),
    isSummarised: summaryOf(body) !== null,
    hasPackedThoughts: body.include?.includes('reasoning.encrypted_content') ?? false,
    groups: groupedNames(ownTools(body.tools)),
    input,
  };
}

/** @param answeredBy the model and provider that answer; null while none has started */
export function factsOf(
  { model, echo, isSummarised, hasPackedThoughts, groups }: StoredRequest,
  generationId: string,
  answeredBy: { model: string; provider: string } | null,
): ResponseFacts {
  return {
    id: responseId(generationId),
    generationId,
    createdAt: createdAt(generationId),
    model: answeredBy?.model ?? model,
    provider: answeredBy?.provider ?? null,
    echo,
    isSummarised,
    hasPackedThoughts,
    groups,
  };
}
