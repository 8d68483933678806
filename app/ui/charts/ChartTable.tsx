import { useTranslation } from '#app/ui/i18n/translation.ts';
import { bucketNames } from './axis.ts';
import type { BucketSize, Series } from './series.ts';

interface ChartTableProps {
  title: string;
  times: readonly string[];
  bucket: BucketSize;
  series: readonly Series[];
}

const cell = 'px-2 py-1.5';

/** The values of a time chart as a table, newest first. */
export function ChartTable({ title, times, bucket, series }: ChartTableProps) {
  const { t, i18n } = useTranslation('charts');
  const names = bucketNames(times, bucket, i18n.language).long;
  return (
    <table aria-label={t('tableOf', { title })} className="w-full text-sm tabular-nums">
      <thead className="text-text-muted">
        <tr>
          <th scope="col" className={`${cell} text-start font-medium`}>
            {t('time')}
          </th>
          {series.map(({ name }) => (
            <th key={name} scope="col" className={`${cell} text-end font-medium`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((_, place) => {
          const index = names.length - 1 - place;
          return (
            <tr key={times[index]} className="border-t border-line">
              <th scope="row" className={`${cell} text-start font-normal`}>
                {names[index]}
              </th>
              {series.map(({ name, texts }) => (
                <td key={name} className={`${cell} text-end`}>
                  <bdi>{texts[index]}</bdi>
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
