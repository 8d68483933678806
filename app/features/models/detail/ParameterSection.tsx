import { useTranslation } from 'react-i18next';
import type { ModelParameter, ParameterRange, ParameterTable } from '#app/contracts/models.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { ChevronDown } from '#app/ui/icons/lucide.ts';
import type { ModelData } from './detail-data.ts';

/** A field of a chat completion in the API. Its description is `models:parameter.<name>`. */
interface ParameterFacts {
  name: string;
  type: string;
  isRequired?: true;
  /** In the form in which a caller writes it. */
  byDefault?: string;
  range?: ParameterRange;
  /** The fields inside, for objects: name and type. */
  inside?: readonly (readonly [name: string, type: string])[];
}

/** The fields that users ask for, required ones first. */
const PARAMETERS = [
  { name: 'model', type: 'string', isRequired: true },
  { name: 'messages', type: 'array', isRequired: true },
  { name: 'max_tokens', type: 'integer', byDefault: '16384', range: { min: 1 } },
  { name: 'temperature', type: 'number', byDefault: '1', range: { min: 0, max: 2 } },
  { name: 'top_p', type: 'number', byDefault: '1', range: { min: 0, max: 1 } },
  { name: 'top_k', type: 'integer', range: { min: 1 } },
  { name: 'frequency_penalty', type: 'number', byDefault: '0', range: { min: -2, max: 2 } },
  { name: 'presence_penalty', type: 'number', byDefault: '0', range: { min: -2, max: 2 } },
  { name: 'n', type: 'integer', byDefault: '1', range: { min: 1, max: 128 } },
  { name: 'stop', type: 'string | array', range: { most: 4 } },
  { name: 'seed', type: 'integer' },
  { name: 'logit_bias', type: 'object', range: { min: -100, max: 100 } },
  { name: 'logprobs', type: 'boolean', byDefault: 'false' },
  { name: 'top_logprobs', type: 'integer', range: { min: 0, max: 8 } },
  {
    name: 'response_format',
    type: 'object',
    inside: [
      ['type', '"text" | "json_object" | "json_schema"'],
      ['json_schema.name', 'string'],
      ['json_schema.schema', 'object'],
      ['json_schema.strict', 'boolean'],
    ],
  },
  { name: 'stream', type: 'boolean', byDefault: 'false' },
  { name: 'stream_options', type: 'object', inside: [['include_usage', 'boolean']] },
  { name: 'tools', type: 'array', range: { most: 128 } },
  {
    name: 'tool_choice',
    type: 'string | object',
    inside: [
      ['"none" | "auto" | "required"', 'string'],
      ['type', '"function"'],
      ['function.name', 'string'],
    ],
  },
  { name: 'reasoning_effort', type: 'string' },
] as const satisfies readonly ParameterFacts[];

type ParameterName = (typeof PARAMETERS)[number]['name'];

/** A field, and whether the model uses it. */
interface ListedParameter extends ParameterFacts {
  name: ParameterName;
  /** The API does not pass it on to this model. */
  isIgnored: boolean;
}

/** Fields that the API reads itself, for every model. */
const READ_HERE: ReadonlySet<string> = new Set(['model', 'messages', 'stream', 'stream_options']);

/** The fields of a call, required ones first; the others unfold without scripts. */
export function ParameterSection({ page: { model, parameters } }: { page: ModelData }) {
  const { t } = useTranslation('models');
  const listed = listParameters(parameters, model.offers[0]?.parameters ?? {});
  const [required, optional] = [
    listed.filter((one) => one.isRequired),
    listed.filter((one) => !one.isRequired),
  ];
  return (
    <section aria-labelledby="parameters" className="flex flex-col gap-4">
      <h2 id="parameters" className="text-lg font-semibold">
        {t('section.parameters')}
      </h2>
      {parameters.length === 0 ? (
        <p className="text-text-muted">{t('parameters.none')}</p>
      ) : (
        <>
          <ParameterList parameters={required} />
          <details className="group/optional">
            <summary className="control inline-flex items-center gap-1.5 rounded-control border border-line-strong px-4 font-medium hover:bg-surface-sunken">
              <span className="group-open/optional:hidden">{t('parameters.show')}</span>
              <span className="hidden group-open/optional:inline">{t('parameters.hide')}</span>
              <span className="group-open/optional:rotate-180">
                <Icon of={ChevronDown} />
              </span>
            </summary>
            <div className="mt-4">
              <ParameterList parameters={optional} />
            </div>
          </details>
        </>
      )}
    </section>
  );
}

function ParameterList({ parameters }: { parameters: readonly ListedParameter[] }) {
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface-raised">
      {parameters.map((parameter) => (
        <ParameterRow key={parameter.name} parameter={parameter} />
      ))}
    </ul>
  );
}

function ParameterRow({ parameter }: { parameter: ListedParameter }) {
  const { t } = useTranslation('models');
  const { name, type, isRequired, byDefault, range, inside, isIgnored } = parameter;
  const bounds = rangeText(range);
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="font-mono font-medium">{name}</code>
        <code className="font-mono text-sm text-text-muted">{type}</code>
        {isRequired && <Badge tone="accent">{t('parameters.required')}</Badge>}
        {isIgnored && <Badge>{t('parameters.ignored')}</Badge>}
        {bounds && <code className="font-mono text-sm text-text-muted">{bounds}</code>}
        {byDefault !== undefined && (
          <span className="text-sm text-text-muted">
            {t('parameters.default')} <code className="font-mono">{byDefault}</code>
          </span>
        )}
      </p>
      <p className="text-text-muted">{t(`parameter.${name}`)}</p>
      {inside && (
        <details>
          <summary className="control inline-flex items-center gap-1 text-sm font-medium text-accent">
            {t('parameters.inside')}
            <Icon of={ChevronDown} />
          </summary>
          <ul className="flex flex-col gap-1 ps-4">
            {inside.map(([one, itsType]) => (
              <li key={one} className="text-sm">
                <code className="font-mono">{one}</code>{' '}
                <code className="font-mono text-text-muted">{itsType}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** `0 … 2`, `≥ 1`, `≤ 4`, or the values. */
function rangeText({ min, max, most, values }: ParameterRange = {}): string | null {
  if (values) return values.join(' | ');
  if (most !== undefined) return `≤ ${most}`;
  if (min !== undefined && max !== undefined) return `${min} … ${max}`;
  return min === undefined ? null : `≥ ${min}`;
}

/**
 * The fields of a call to a model, with the ranges of its catalogue if they are narrower than ours.
 * @param supported names of the fields that the API passes on to it; @param table of the offer that is tried
 * first
 */
function listParameters(supported: readonly string[], table: ParameterTable): ListedParameter[] {
  return PARAMETERS.map((facts: ParameterFacts & { name: ParameterName }) => {
    const own = table[facts.name as ModelParameter];
    return {
      ...facts,
      ...(own && { range: { ...facts.range, ...intersection(facts.range, own) } }),
      isIgnored: !READ_HERE.has(facts.name) && !supported.includes(facts.name),
    };
  });
}

/** The intersection of both ranges: the page must not show values that the API would refuse. */
function intersection(ours: ParameterRange = {}, theirs: ParameterRange): ParameterRange {
  const { min, max, most, values } = theirs;
  return {
    ...(min !== undefined && { min: Math.max(min, ours.min ?? min) }),
    ...(max !== undefined && { max: Math.min(max, ours.max ?? max) }),
    ...(most !== undefined && { most: Math.min(most, ours.most ?? most) }),
    ...(values && { values }),
  };
}
