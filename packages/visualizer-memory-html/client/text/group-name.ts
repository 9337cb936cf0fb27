import { t } from './text.js';

/** A role and a rank as a person reads them: `actor_update · rank 3`. */
export function groupName({ role, rank_id }: { role: string; rank_id: number }): string {
  const rank = t('rank', { rank: rank_id });
  return role === '' ? rank : `${role} · ${rank}`;
}
