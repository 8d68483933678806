import { CircleAlert, CircleCheck, Info, TriangleAlert } from '#app/ui/icons/lucide.ts';
import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import { joinClasses } from './join-classes.ts';

const TONES = {
  info: { icon: Info, tone: 'text-accent', ground: 'bg-accent-soft' },
  success: { icon: CircleCheck, tone: 'text-good', ground: 'bg-good-soft' },
  warn: { icon: TriangleAlert, tone: 'text-warn', ground: 'bg-warn-soft' },
  bad: { icon: CircleAlert, tone: 'text-bad', ground: 'bg-bad-soft' },
};

interface BannerProps {
  tone?: keyof typeof TONES;
  title?: ReactNode;
  children?: ReactNode;
  /** A link or a button at the end. */
  action?: ReactNode;
  className?: string;
}

/** A message that stays in the page. Screen readers announce a bad one at once, the others politely. */
export function Banner({ tone = 'info', title, children, action, className }: BannerProps) {
  const look = TONES[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={joinClasses(
        'flex items-start gap-3 rounded-card px-4 py-3 max-sm:flex-wrap',
        look.ground,
        className,
      )}
    >
      <span className={look.tone}>
        <Icon of={look.icon} size={20} />
      </span>
      <div className="min-w-0 grow max-sm:w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {/* On a phone it is placed below the text, which it would squeeze. */}
      {action && <div className="shrink-0 max-sm:basis-full max-sm:ps-8">{action}</div>}
    </div>
  );
}
