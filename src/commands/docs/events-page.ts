import { EVENT_KINDS, KINDS } from '../../vocabulary/event-kinds.ts';

const RECIPIENTS = {
  everyone: 'all accounts',
  concerned: 'the accounts concerned',
  nobody: 'nobody; it is in the audit list',
} as const;

/** Renders `docs/events.md`. The table of types is generated. */
export function eventsPage(): string {
  const rows = EVENT_KINDS.map((kind) => {
    const { when, data, scope, audience } = KINDS[kind];
    return `| \`${kind}\` | ${when} | ${data} | \`${scope}\` | ${RECIPIENTS[audience]} |`;
  });
  return `# Events

Every change listed under [Types](#types) creates an event in the same transaction, so neither exists without the other. You can read
events (the feed), follow them live (the stream), or have the service send them to you (webhooks).

\`\`\`json
{
  "id": "evt_01kap6q0v8d5m9r2t4w7x1y3z6",
  "type": "pet.status_changed",
  "timestamp": "2026-11-21T09:30:00.000Z",
  "sequence": 1043,
  "actor": { "type": "account", "accountId": 7, "keyId": 12 },
  "data": { "id": 42, "name": "Rex", "categoryId": 1, "status": "pending" }
}
\`\`\`

- \`sequence\` increases in commit order. A reader that resumes after N never misses an event. The numbers
  have gaps where events were for other accounts.
- \`id\` identifies the event everywhere: in the feed, in the stream and in every attempt to deliver it to a webhook.
- \`actor\` is who caused the change: an \`account\`, with one of its keys or, without \`keyId\`, signed in; a \`visitor\` of a web page; somebody
  at the \`command_line\`; or the \`service\` itself, such as when an order expires. Publishable and partner keys do not receive it, and events of earlier
  versions have none.
- \`data\` is the resource after the change, in the same shape as in the resource's own operations. Only the \`url\` of a webhook is
  just its origin, such as \`https://shelter.example\`.
- Events are kept for 30 days, or for [\`RETENTION_DAYS\`](settings.md) if these are fewer; the last one stays until another follows. A reader that was away for longer continues with the oldest event without notice: read the lists again
  in that case.

## The feed

With the address and key from [the guide](guide.md#get-a-key):

\`\`\`sh
curl "$PETSTORE_BASE_URL/events?after=0&limit=100" -H "Authorization: Bearer $PETSTORE_API_KEY"
\`\`\`

The response is a JSON array of events in order. \`after\` is the last \`sequence\` that you have processed. The \`Link\` header always has a
\`rel="next"\`, even when the array is empty: follow it later to read the events since. The link also moves past trailing events that belong to
other accounts, so that you do not scan them again. \`types=pet.created,pet.deleted\` filters by type.

To mirror the animals, ask for the position now, list \`/pets\` once, and then apply the events after that position:

\`\`\`sh
curl -i "$PETSTORE_BASE_URL/events?position=now" -H "Authorization: Bearer $PETSTORE_API_KEY"
\`\`\`

The response is empty, and its \`Link\` has the position. Follow it, and keep the position of each response's \`Link\` once you have applied the events.
Unlike \`after\`, a position is refused with 410 \`position_lost\` if an event after it may be missing, because it is too old or the service was
restored from a backup: then start again. Applying an event that the list already includes is harmless, because \`data\` is the whole resource.

With a publishable or partner key, read an animal again with \`/pets?ids=\` after each of its events; it is gone after \`pet.unlisted\`. After an event of an
organization, read the organization and list its animals: visitors may see others. A category appears and disappears with its animals, without an event: read
one that you do not know when an animal has it, and read \`/categories\` again after an event of an organization other than \`organization.updated\`.

## The stream

With \`Accept: text/event-stream\` the response stays open and delivers each event within a fraction of a second, as server-sent events:

\`\`\`sh
curl -N "$PETSTORE_BASE_URL/events" -H "Authorization: Bearer $PETSTORE_API_KEY" -H "Accept: text/event-stream"
\`\`\`

\`\`\`
retry: 1000

id: 1042

id: 1043
event: pet.status_changed
data: {"id":"evt_01kap6q0v8d5m9r2t4w7x1y3z6","type":"pet.status_changed","timestamp":"2026-11-21T09:30:00.000Z","sequence":1043,"actor":{"type":"account","accountId":7,"keyId":12},"data":{"id":42,"name":"Rex","categoryId":1,"status":"pending"}}

: heartbeat
\`\`\`

- By default the stream starts with the next event. With \`after\` or the header \`Last-Event-ID\` it starts after that event; the header takes
  precedence.
- The first message has an \`id\` and no data: it is the start position of the stream.
- **To resume**, connect again with \`Last-Event-ID\` set to the last \`id\` that you have processed. Clients for server-sent events do this
  automatically. No event is repeated or lost.
- After every 15 seconds without events the service sends a line \`: heartbeat\`. If nothing arrives for 30 seconds, connect again.
- The stream ends when the service restarts, when the key is revoked or expires, when the account is suspended, or when the client has not
  read for 30 seconds. In the first and the last case, resume.
- A stream counts as one request, however long it stays open. In each process, an account can have as many open streams as its requests per
  minute, and a publishable key 20 for each visitor's address. One more gets 429 \`too_many_streams\`.
- The browser's \`EventSource\` cannot send an API key. Use \`fetch\` and read the body instead.

## Who changed what

\`GET /audit\` lists the same events, newest first, for those who look after a shelter. Operators read the events of all accounts, managers
those about what belongs to their organization, without the keys of its members. With \`petId\`, everybody to whom the animal belongs reads what happened to it and with its
orders, managers or not; with \`orderId\` what happened to one order. Others get 403 \`forbidden\`. The key needs the scope \`account\`, and the scopes of the types.

\`\`\`sh
curl "$PETSTORE_BASE_URL/audit?types=order.approved,order.cancelled&limit=50" -H "Authorization: Bearer $PETSTORE_API_KEY"
\`\`\`

\`accountId\` finds what one account did, and \`organizationId\` what happened in one organization. \`pet_record.updated\` is in this list alone:
it names what has changed of what [only staff may know](animals.md), without the values. The list is paged by the \`Link\` header like
all others. Events of earlier versions, which have no \`actor\`, are not in it.

## Types

A key receives the types that its scopes cover. All accounts receive the events of animals, categories and organizations; while visitors
do not see an organization, its events have only its \`id\`. A publishable key receives the events of [what visitors see](guide.md#what-visitors-see)
when it reads them. Other events go to the accounts concerned: events of an order to the account that placed it and the account that added the
animal, events of a message to its sender, events of a key to its account, and events of an account and its webhooks to the account and its
organization, without its name and address. [Webhooks](webhooks.md#how-many-webhooks) of accounts that nobody approved receive only events that
concern the account.

| type | sent when | \`data\` | scope | recipients |
|---|---|---|---|---|
${rows.join('\n')}

Later versions may add types: ignore those that you do not know. This page is generated by \`npm run docs\`.
`;
}
