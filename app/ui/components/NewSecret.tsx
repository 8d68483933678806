import type { ReactNode } from 'react';
import { Banner } from './Banner.tsx';
import { CopyButton } from './button/CopyButton.tsx';

interface NewSecretProps {
  title: string;
  value: string;
  copyLabel: string;
  /** Instructions for its use. */
  children: ReactNode;
}

/** A newly created key or secret, with a button to copy it. */
export function NewSecret({ title, value, copyLabel, children }: NewSecretProps) {
  return (
    <Banner
      tone="success"
      title={title}
      action={<CopyButton text={value} feedbackMs={1500} label={copyLabel} />}
    >
      <code dir="ltr" className="my-1 block font-mono break-all select-all">
        {value}
      </code>
      {children}
    </Banner>
  );
}
