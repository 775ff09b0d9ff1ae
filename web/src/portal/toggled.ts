/** A set of its own with the member, or without it. */
export function toggled<Member>(set: ReadonlySet<Member>, member: Member, isOn: boolean): ReadonlySet<Member> {
  const next = new Set(set);
  if (isOn) next.add(member);
  else next.delete(member);
  return next;
}
