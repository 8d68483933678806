import {
  Boxes,
  CreditCard,
  Gauge,
  ListRestart,
  ScrollText,
  ServerCog,
  UsersRound,
  type Drawing,
} from '#app/ui/icons/lucide.ts';
import type { OperatorPageName } from '../operator-paths.ts';

export const PAGE_ICONS: Record<OperatorPageName, Drawing> = {
  overview: Gauge,
  users: UsersRound,
  payments: CreditCard,
  providers: ServerCog,
  catalogue: Boxes,
  jobs: ListRestart,
  audit: ScrollText,
};
