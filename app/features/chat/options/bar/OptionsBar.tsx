import { useState } from 'react';
import type { OptionsBarProps } from './bar-props.ts';
import { BingBar } from './BingBar.tsx';
import { ModelBar } from './ModelBar.tsx';

/** What an endpoint has over the text box. */
export function OptionsBar(props: OptionsBarProps) {
  if (props.view.endpoint !== 'bingAI') return <ModelBar model={props.model} />;
  return <FollowingBingBar {...props} />;
}

/**
 * The bar follows each reading of the page until something is chosen in it, and again once a preset takes its place or
 * another conversation is on show. A page reads itself again at any time: that must not undo a choice.
 */
function FollowingBingBar(props: OptionsBarProps) {
  const { conversationId, view, preset } = props;
  const [chosen, setChosen] = useState<{ id: string | null; round: number; key: string } | null>(null);
  const isChosen = chosen?.id === conversationId && chosen.round === preset.round;
  const key = isChosen ? chosen.key : `${preset.round} ${view.values.jailbreak} ${view.values.toneStyle}`;
  const onChange = () => {
    setChosen({ id: conversationId, round: preset.round, key });
    props.onChange();
  };
  return <BingBar key={key} {...props} onChange={onChange} />;
}
