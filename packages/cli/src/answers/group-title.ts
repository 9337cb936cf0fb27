/** What a group is called in answers. */
export function groupTitle(group: {
  readonly role: string | null;
  readonly rank_id: number;
  readonly device_type: string;
}): string {
  const role = group.role === null || group.role === '' ? '' : `${group.role} · `;
  return `${role}rank ${group.rank_id} · ${group.device_type}`;
}

/** Names and frames come from captures: nothing in them may move the cursor of a terminal. */
export function harmless(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '�');
}
