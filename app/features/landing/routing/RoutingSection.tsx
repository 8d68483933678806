import { Form, Link, useNavigation } from '@remix-run/react';
import { useTranslation } from '#app/ui/i18n/translation.ts';
import { modelHref } from '#app/contracts/catalogue/model-href.ts';
import { AUTO_MODEL } from '#app/contracts/models.ts';
import { Section } from '#app/features/landing/Section.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { Button } from '#app/ui/components/button/Button.tsx';
import { TextInput } from '#app/ui/components/form/TextInput.tsx';
import { joinClasses } from '#app/ui/components/join-classes.ts';
import { numberFormat } from '#app/ui/i18n/formats.ts';
import { ArrowRight, Check, ChevronDown, X } from '#app/ui/icons/lucide.ts';
import {
  QUESTION_FIELD,
  QUESTION_MAX,
  SAMPLE_FIELD,
  SAMPLES,
  type DroppedModels,
  type Question,
  type RoutedQuestion,
  type SampleOffer,
} from './sample-route.ts';

/** The anchor that the page scrolls to after the form or a link without scripts. */
const PLACE = 'routing';

const CHIP =
  'inline-flex control items-center rounded-full border border-line px-3 text-text-muted transition-colors hover:bg-surface-sunken hover:text-text aria-[current=true]:border-accent aria-[current=true]:bg-accent-soft aria-[current=true]:font-medium aria-[current=true]:text-text';

interface RoutingSectionProps {
  question: Question;
  /** null: no model can be called. */
  routed: RoutedQuestion | null;
}

/**
 * The router in one line: a kind of question or a typed one, and the model that the router chooses for it now,
 * with its price. Links and a form, so that it works without scripts.
 */
export function RoutingSection({ question, routed }: RoutingSectionProps) {
  const { t } = useTranslation('landing');
  const { sample } = question;
  const text = sample ? t(`routing.${sample}.prompt`) : question.text;
  const isLoading = useNavigation().location?.pathname === '/';
  return (
    <Section id={PLACE} title={t('routing.title')} text={t('routing.text', { model: AUTO_MODEL })}>
      <div className="flex flex-col gap-3 rounded-card border border-line bg-surface-raised p-4 md:p-5">
        <ul aria-label={t('routing.kinds')} className="flex flex-wrap gap-2">
          {SAMPLES.map((one) => (
            <li key={one}>
              <Link
                to={`/?${SAMPLE_FIELD}=${one}#${PLACE}`}
                preventScrollReset
                replace
                aria-current={one === sample || undefined}
                className={CHIP}
              >
                {t(`routing.${one}.title`)}
              </Link>
            </li>
          ))}
        </ul>
        <Form action={`/#${PLACE}`} preventScrollReset replace className="flex flex-wrap gap-2">
          <div className="min-w-0 grow basis-64">
            <TextInput
              // The box shows the question that the line below it answers.
              key={text}
              name={QUESTION_FIELD}
              maxLength={QUESTION_MAX}
              defaultValue={text}
              required
              autoComplete="off"
              aria-label={t('routing.question.label')}
              placeholder={t('routing.question.label')}
            />
          </div>
          <Button className="max-sm:w-full">{t('routing.choose')}</Button>
        </Form>
        <div className={joinClasses('min-h-12 transition-opacity', isLoading && 'opacity-50')}>
          {routed ? (
            <Result question={{ sample, text }} routed={routed} />
          ) : (
            <p className="text-text-muted">{t('routing.nothing')}</p>
          )}
        </div>
        {routed && <Reasons routed={routed} />}
      </div>
    </Section>
  );
}

/** The chosen offer with its price, and a button that takes the question to a chat with it. */
function Result({ question: { sample, text }, routed }: { question: Question; routed: RoutedQuestion }) {
  const { t, i18n } = useTranslation('landing');
  const { promptTokens, outputTokens, offers } = routed;
  const [chosen] = offers;
  const count = (tokens: number) => numberFormat(i18n.language).format(tokens);
  const needs = { input: count(promptTokens), output: count(outputTokens) };
  // Tools and reports are for calls of the API: the chat has neither here.
  const canStart = chosen?.canChat && (sample === null || sample === 'question');
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <output className="flex min-w-0 grow items-start gap-2">
        <span className={joinClasses('mt-1', chosen ? 'text-good' : 'text-text-muted')}>
          {chosen ? <Icon of={Check} name={t('routing.chosen')} /> : <Icon of={X} />}
        </span>
        <span className="min-w-0">
          {chosen ? (
            <span className="flex flex-wrap items-baseline gap-x-3">
              <OfferName offer={chosen} />
              <bdi className="font-medium tabular-nums">{t('routing.cost', { cost: chosen.cost })}</bdi>
            </span>
          ) : (
            t('routing.nobody')
          )}
          {chosen?.isFailing && <span className="block text-sm text-warn">{t('routing.failing')}</span>}
          <span className="block text-sm text-text-muted">
            {t(`routing.${sample ?? 'question'}.needs`, needs)}
          </span>
        </span>
      </output>
      {canStart && (
        <Form method="post" action="/?index">
          <input type="hidden" name="prompt" value={text} />
          <input type="hidden" name="model" value={chosen.id} />
          <Button>
            {t('routing.start')}
            <Icon of={ArrowRight} mirror />
          </Button>
        </Form>
      )}
    </div>
  );
}

/** The next offers, and the reasons for dropping the others. */
function Reasons({ routed: { offers, dropped } }: { routed: RoutedQuestion }) {
  const { t } = useTranslation('landing');
  const next = offers.slice(1);
  if (next.length + dropped.length === 0) return null;
  return (
    <details className="group/why text-sm">
      <summary className="control flex w-fit cursor-pointer items-center gap-1 text-text-muted hover:text-text">
        {t('routing.why')}
        <span className="transition-transform group-open/why:rotate-180">
          <Icon of={ChevronDown} />
        </span>
      </summary>
      <div className="mt-1 grid gap-4 md:grid-cols-2">
        {next.length > 0 && (
          <div>
            <h3 className="font-medium text-text-muted">{t('routing.next')}</h3>
            <ol className="mt-1 flex flex-col gap-1">
              {next.map((offer) => (
                <li key={`${offer.id} ${offer.provider}`} className="flex justify-between gap-3">
                  <OfferName offer={offer} />
                  <bdi className="shrink-0 font-mono tabular-nums">{offer.cost}</bdi>
                </li>
              ))}
            </ol>
          </div>
        )}
        {dropped.length > 0 && (
          <div>
            <h3 className="font-medium text-text-muted">{t('routing.dropped')}</h3>
            <ul className="mt-1 flex flex-col gap-1.5">
              {dropped.map((group) => (
                <Dropped key={`${group.reason} ${group.lacking}`} group={group} />
              ))}
            </ul>
          </div>
        )}
      </div>
    </details>
  );
}

function OfferName({ offer: { id, name, provider } }: { offer: SampleOffer }) {
  return (
    <span className="min-w-0">
      <Link to={modelHref(id)} className="rounded-control font-medium hover:text-accent hover:underline">
        <bdi>{name}</bdi>
      </Link>{' '}
      <bdi className="text-sm whitespace-nowrap text-text-muted">{provider}</bdi>
    </span>
  );
}

function Dropped({ group: { reason, lacking, names, more } }: { group: DroppedModels }) {
  const { t, i18n } = useTranslation('landing');
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction', style: 'narrow' });
  const shown = names.map((name) => `\u2068${name}\u2069`);
  const all = more > 0 ? [...shown, t('routing.more', { count: more })] : shown;
  return (
    <li>
      <span className="text-text-muted">{t(`routing.reason.${reason}`, { lacking: lacking ?? '' })}</span>{' '}
      {list.format(all)}
    </li>
  );
}
