import { useEffect, useState } from 'react';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import type { ChatConversation } from '#app/contracts/chat.ts';
import { fetchWithRefresh } from '#app/ui/fetch/fetch-with-refresh.ts';

interface Results {
  chats: Pick<ChatConversation, 'conversationId' | 'title'>[];
  models: { name: string; href: string }[];
}

const DEBOUNCE_MS = 150;

const MAX_CHATS = 8;

const MAX_MODELS = 5;

const NOTHING: Results = { chats: [], models: [] };

/**
 * Finds chats by their title, and models, a moment after the last key press; without a text the newest chats.
 * Until the results for a text arrive, and while the server is unreachable, those of the earlier results stay
 * whose names contain it.
 */
export function useFound(wanted: string): Results {
  const [found, setFound] = useState({ ...NOTHING, of: '' });
  useEffect(() => {
    const asking = new AbortController();
    const ask = async () => {
      try {
        const [chats, models] = await Promise.all([
          read<{ conversations: Results['chats'] }>(
            '/api/convos',
            { limit: MAX_CHATS },
            wanted,
            asking.signal,
          ),
          wanted === ''
            ? null
            : read<{ models: { _id: string; name: string }[] }>(
                '/api/hub/models',
                { fields: 'landingPage', limit: MAX_MODELS },
                wanted,
                asking.signal,
              ),
        ]);
        setFound({
          of: wanted,
          chats: chats.conversations,
          models: (models?.models ?? []).map(({ _id: id, name }) => ({ name, href: modelHref(id) })),
        });
      } catch {
        // The next key press asks again.
      }
    };
    const timer = setTimeout(() => void ask(), wanted === '' ? 0 : DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [wanted]);
  if (found.of === wanted) return found;
  const matches = (name: string) => name.toLowerCase().includes(wanted);
  return {
    chats: found.chats.filter(({ title }) => matches(title)),
    models: found.models.filter(({ name }) => matches(name)),
  };
}

async function read<Answer>(
  path: string,
  fields: Record<string, string | number>,
  search: string,
  signal: AbortSignal,
): Promise<Answer> {
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  if (search !== '') query.set('search', search);
  const answer = await fetchWithRefresh(`${path}?${query.toString()}`, { signal });
  if (!answer.ok) throw new Error(`${path} was refused: ${answer.status}`);
  return (await answer.json()) as Answer;
}
