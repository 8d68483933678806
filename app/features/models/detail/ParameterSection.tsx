import { useTranslation } from '#app/ui/i18n/translation.ts';
import type { ParameterRange } from '#app/contracts/models.ts';
import { Badge } from '#app/ui/components/Badge.tsx';
import { Icon } from '#app/ui/components/Icon.tsx';
import { ChevronDown } from '#app/ui/icons/lucide.ts';
import type { ListedParameter, ModelData, ParameterGroup } from './detail-data.ts';

/** The fields of each kind of call that the model answers. */
export function ParameterSection({ page: { parameters } }: { page: ModelData }) {
  const { t } = useTranslation('models');
  return (
    <section aria-labelledby="parameters" className="flex flex-col gap-4">
      <h2 id="parameters" className="text-lg font-semibold">
        {t('section.parameters')}
      </h2>
      {parameters.length === 0 && <p className="text-text-muted">{t('api.none')}</p>}
      {parameters.map((group) => (
        <Group key={group.kind} group={group} />
      ))}
    </section>
  );
}

/** The fields of a call, required ones first; the others unfold without scripts. */
function Group({ group: { call, parameters } }: { group: ParameterGroup }) {
  const { t } = useTranslation('models');
  const optional = parameters.filter((one) => !one.isRequired);
  return (
    <div className="flex flex-col gap-4">
      <h3>
        <code className="font-mono text-sm break-all text-text-muted">{call}</code>
      </h3>
      <ParameterList parameters={parameters.filter((one) => one.isRequired)} />
      {optional.length > 0 && (
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
      )}
    </div>
  );
}

function ParameterList({ parameters }: Pick<ParameterGroup, 'parameters'>) {
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
  const { name, text, type, isRequired, byDefault, isModelDefault, range, inside, isIgnored } = parameter;
  const bounds = rangeText(range);
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="font-mono font-medium">{name}</code>
        <code className="font-mono text-sm text-text-muted">{type}</code>
        {isRequired && <Badge tone="accent">{t('parameters.required')}</Badge>}
        {isIgnored && <Badge>{t('parameters.ignored')}</Badge>}
        {bounds && <code className="font-mono text-sm text-text-muted">{bounds}</code>}
        {byDefault !== null && (
          <span className="text-sm text-text-muted">
            {t('parameters.default')} <code className="font-mono">{byDefault}</code>
          </span>
        )}
        {isModelDefault && <span className="text-sm text-text-muted">{t('parameters.byModel')}</span>}
      </p>
      <p className="text-text-muted">{t(`parameter.${text}`)}</p>
      {inside.length > 0 && (
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
function rangeText({ min, max, most, values }: ParameterRange): string | null {
  if (values) return values.join(' | ');
  if (most !== undefined) return `≤ ${most}`;
  if (min !== undefined && max !== undefined) return `${min} … ${max}`;
  return min === undefined ? null : `≥ ${min}`;
}
