import { listFields, type ListQuery } from './list-query.ts';

/**
 * A query of the list as hidden fields of a form, so that the form changes only its own fields of the
 * address.
 */
export function HiddenFields({ query }: { query: ListQuery }) {
  return (
    <>
      {listFields(query).map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
