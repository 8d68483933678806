import type { PlainItem } from '#app/contracts/openai/responses/input-items.ts';
import type { ResponsesRequest } from '#app/contracts/openai/responses/request.ts';
import { ownTools } from '#app/contracts/openai/responses/tools.ts';
import { createdAt } from '#app/features/hub-api/answering/call-facts.server.ts';
import { responseId } from './item-id.ts';
import { echoOf, summaryOf, type Echo, type ResponseFacts } from './response-object.ts';
import { groupedNames, type GroupedNames } from './tool-groups.ts';

/** What is kept of a call beside its answer. */
export interface Asked {
  /** The id that the call had for its model. */
  model: string;
  echo: Echo;
  isSummarised: boolean;
  hasPackedThoughts: boolean;
  /** Absent in those that were kept by an older version. */
  groups?: GroupedNames;
  /** Its own input, without what it goes on from. */
  input: PlainItem[];
}

/** @param isKept it can be read again, and continued */
export function askedOf(body: ResponsesRequest, input: PlainItem[], isKept: boolean): Asked {
  return {
    model: body.model ?? '',
    echo: echoOf(body, isKept),
    isSummarised: summaryOf(body) !== null,
    hasPackedThoughts: body.include?.includes('reasoning.encrypted_content') ?? false,
    groups: groupedNames(ownTools(body.tools)),
    input,
  };
}

/** @param server who answers; null while nobody does */
export function factsOf(
  { model, echo, isSummarised, hasPackedThoughts, groups }: Asked,
  generationId: string,
  server: { model: string; provider: string } | null,
): ResponseFacts {
  return {
    id: responseId(generationId),
    generationId,
    createdAt: createdAt(generationId),
    model: server?.model ?? model,
    provider: server?.provider ?? null,
    echo,
    isSummarised,
    hasPackedThoughts,
    groups,
  };
}
