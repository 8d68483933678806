import type { OptionsBarProps } from './bar-props.ts';
import { BingBar } from './BingBar.tsx';
import { ModelBar } from './ModelBar.tsx';

/** What an endpoint has over the text box. */
export function OptionsBar(props: OptionsBarProps) {
  const { endpoint, values } = props.view;
  if (endpoint !== 'bingAI') return <ModelBar model={props.model} />;
  // What a preset or another conversation sets takes the place of what was chosen.
  return <BingBar key={`${values.jailbreak} ${values.toneStyle}`} {...props} />;
}
