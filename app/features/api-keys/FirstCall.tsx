import { useEffect, useState } from 'react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { samplesFor, tabsOf } from '#app/contracts/code-samples.ts';
import { formatMicro } from '#app/contracts/money.ts';
import { Card } from '#app/ui/components/Card.tsx';
import { CodeTabs } from '#app/ui/components/code/CodeTabs.tsx';
import { CopyButton } from '#app/ui/components/button/CopyButton.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { useHydrated } from '#app/ui/components/use-hydrated.ts';
import { Play } from '#app/ui/icons/lucide.ts';

interface FirstCallProps {
  /** The value of the new key. */
  value: string;
  /** Lines that point well-known clients at the hub. */
  environment: string;
  /** The public origin of the hub. */
  origin: string;
  /** Id of the model that the samples name. */
  model: string;
}

interface Outcome {
  text: string;
  /** Micro-dollars; null for a refused call. */
  costMicro: bigint | null;
}

/** The part of an answer of the API that is shown. */
interface WireAnswer {
  choices?: { message: { content: string } }[];
  usage?: { cost: number };
  error?: { message: string };
}

const PROMPT = 'Say hello in three languages.';

const MAX_TOKENS = 100;

/** The next steps with a new key: the base URL, samples that hold the key, and a first call from this page. */
export function FirstCall({ value, environment, origin, model }: FirstCallProps) {
  const { t } = useTranslation('keys');
  const hydrated = useHydrated();
  const baseUrl = `${origin}/api/v1`;
  const tabs = [
    ...tabsOf(samplesFor({ origin, model, key: value })),
    { language: 'environment', name: t('first.environment'), code: environment },
  ];
  return (
    <Card title={t('first.title')}>
      <div className="flex flex-col gap-4">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className="text-text-muted">{t('first.baseUrl')}</span>
          <code className="font-mono break-all">{baseUrl}</code>
          <CopyButton text={baseUrl} feedbackMs={1500} label={t('first.copyUrl')} />
        </p>
        <CodeTabs tabs={tabs} labels={{ language: t('first.language'), copy: t('first.copyCode') }} />
        {hydrated && <Run value={value} model={model} />}
      </div>
    </Card>
  );
}

/** Runs the call of the samples, and shows its answer and its cost. */
function Run({ value, model }: Pick<FirstCallProps, 'value' | 'model'>) {
  const { t } = useTranslation('keys');
  const [most, setMost] = useState<bigint | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    const quote = async () => {
      const answer = await post<{ most_micro?: number }>('/api/v1/quote', {
        value,
        model,
        signal: asking.signal,
      });
      if (answer?.most_micro !== undefined) setMost(BigInt(answer.most_micro));
    };
    void quote();
    return () => asking.abort();
  }, [value, model]);
  const run = async () => {
    setRunning(true);
    const answer = await post<WireAnswer>('/api/v1/chat/completions', { value, model });
    const text = answer?.choices?.[0]?.message.content;
    const cost = answer?.usage?.cost;
    setOutcome({
      text: text ?? answer?.error?.message ?? t('first.unreached'),
      costMicro: cost === undefined ? null : BigInt(Math.round(cost * 1_000_000)),
    });
    setRunning(false);
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {/* Without a price nothing can be spent. */}
        <Button
          type="button"
          variant="primary"
          busy={isRunning}
          disabled={most === null}
          onClick={() => void run()}
        >
          <Icon of={Play} />
          {t('first.run')}
        </Button>
        <span className="text-sm text-text-muted tabular-nums">
          <bdi>{model}</bdi>
          {most !== null && ` · ${t('first.upTo', { cost: formatMicro(most) })}`}
        </span>
      </div>
      <div aria-live="polite">
        {outcome && (
          <div className="rounded-control border border-line bg-surface p-3">
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {outcome.text}
            </p>
            {outcome.costMicro !== null && (
              <p className="mt-2 text-sm text-text-muted tabular-nums">
                {t('first.cost', { cost: formatMicro(outcome.costMicro) })}
              </p>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** Calls the public API like any other client of it: with the key, and without the session. Null if offline. */
async function post<Answer>(
  path: string,
  { value, model, signal }: { value: string; model: string; signal?: AbortSignal },
): Promise<Answer | null> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      credentials: 'omit',
      headers: { authorization: `Bearer ${value}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: PROMPT }], max_tokens: MAX_TOKENS }),
      ...(signal && { signal }),
    });
    return (await answer.json()) as Answer;
  } catch {
    return null;
  }
}
