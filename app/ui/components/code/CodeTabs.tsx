import { useId, type FormEvent } from 'react';
import { CopyButton } from '#app/ui/components/button/CopyButton.tsx';

/** A sample in one language. */
export interface CodeTab {
  /** Its key: `python`. */
  language: string;
  /** The display name of the language. */
  name: string;
  code: string;
  /** The code with highlighting, which our server created from our own texts. */
  html?: string;
}

interface CodeTabsProps {
  tabs: readonly CodeTab[];
  /** Accessible names of the language choice and of the copy button. */
  labels: { language: string; copy: string };
}

/** Tailwind finds only class names that are written out in full. */
const SHOWN = [
  'group-has-[[data-tab="0"]:checked]/code:block',
  'group-has-[[data-tab="1"]:checked]/code:block',
  'group-has-[[data-tab="2"]:checked]/code:block',
  'group-has-[[data-tab="3"]:checked]/code:block',
];
/** A scrollable box must be focusable; as a region each of the many on a page would become a landmark. */
const REACHED_BY_KEYS = { tabIndex: 0, role: 'group' };

/**
 * One sample in up to four languages. The tabs are radio buttons, so that they need no scripts; with scripts
 * a choice of language applies to all samples of the page.
 */
export function CodeTabs({ tabs, labels }: CodeTabsProps) {
  const name = useId();
  return (
    <div dir="ltr" className="group/code overflow-hidden rounded-card border border-line bg-surface-raised">
      <fieldset className="flex gap-1 border-b border-line p-1.5" onChange={chooseEverywhere}>
        <legend className="sr-only">{labels.language}</legend>
        {tabs.map((tab, index) => (
          <label
            key={tab.language}
            className="control inline-flex items-center rounded-control px-3 text-text-muted transition-colors hover:bg-surface-sunken hover:text-text has-checked:bg-surface-sunken has-checked:font-medium has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={tab.language}
              data-tab={index}
              defaultChecked={index === 0}
              className="sr-only"
            />
            {tab.name}
          </label>
        ))}
      </fieldset>
      {tabs.map((tab, index) => (
        <div key={tab.language} className={`relative hidden ${SHOWN[index]}`}>
          <Code tab={tab} label={labels.copy} />
        </div>
      ))}
    </div>
  );
}

/** A sample with its copy button. */
export function Code({ tab: { name, code, html }, label }: { tab: CodeTab; label: string }) {
  return (
    <>
      <pre
        {...REACHED_BY_KEYS}
        aria-label={name}
        className="overflow-x-auto p-4 pe-14 text-start font-mono text-sm leading-reading outline-offset-[-2px]"
      >
        {html === undefined ? <code>{code}</code> : <code dangerouslySetInnerHTML={{ __html: html }} />}
      </pre>
      <div className="absolute end-2 top-2 rounded-control bg-surface-raised">
        <CopyButton text={code} feedbackMs={1500} label={label} />
      </div>
    </>
  );
}

function chooseEverywhere(event: FormEvent<HTMLFieldSetElement>): void {
  const { value } = event.target as HTMLInputElement;
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[data-tab]'))
    if (radio.value === value) radio.checked = true;
}
