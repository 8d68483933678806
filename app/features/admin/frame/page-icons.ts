import {
  Boxes,
  CreditCard,
  Gauge,
  ListRestart,
  ScrollText,
  ServerCog,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import type { OperatorPageName } from '../operator-paths.ts';

export const PAGE_ICONS: Record<OperatorPageName, LucideIcon> = {
  overview: Gauge,
  users: UsersRound,
  payments: CreditCard,
  providers: ServerCog,
  catalogue: Boxes,
  jobs: ListRestart,
  audit: ScrollText,
};
