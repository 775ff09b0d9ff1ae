// Generated from openapi.json by client/generate.ts: npm run client:generate.

/**
 * One operation: its HTTP method, its path, and its traits. `body`: it takes a body. `query`: it takes a query. `options`: its body is what
 * the call's options have beyond those of the client. `pages`: it takes a query and returns a list. `once`: it does not support Idempotency-Key, so it must not be repeated after a lost response.
 */
export type Operation = readonly [method: string, path: string, ...traits: ('pages' | 'query' | 'body' | 'options' | 'once')[]];

/** All operations, by resource and method. */
export const OPERATIONS: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  pets: {
    list: ['GET', '/pets', 'pages'],
    create: ['POST', '/pets', 'body'],
    facets: ['GET', '/pet-facets', 'query'],
    get: ['GET', '/pets/{petId}'],
    update: ['PATCH', '/pets/{petId}', 'body'],
    delete: ['DELETE', '/pets/{petId}'],
    profile: ['GET', '/pets/{petId}/profile'],
    replaceProfile: ['PUT', '/pets/{petId}/profile', 'body'],
    updateProfile: ['PATCH', '/pets/{petId}/profile', 'body'],
  },
  vocabularies: {
    species: ['GET', '/vocabularies/species'],
    breeds: ['GET', '/vocabularies/breeds', 'query'],
    colors: ['GET', '/vocabularies/colors', 'query'],
  },
  photos: {
    list: ['GET', '/pets/{petId}/photos'],
    add: ['POST', '/pets/{petId}/photos', 'body'],
    get: ['GET', '/pets/{petId}/photos/{photoId}'],
    update: ['PATCH', '/pets/{petId}/photos/{photoId}', 'body'],
    delete: ['DELETE', '/pets/{petId}/photos/{photoId}'],
  },
  categories: {
    list: ['GET', '/categories', 'pages'],
    create: ['POST', '/categories', 'body'],
    get: ['GET', '/categories/{categoryId}'],
    update: ['PATCH', '/categories/{categoryId}', 'body'],
    delete: ['DELETE', '/categories/{categoryId}'],
  },
  organizations: {
    list: ['GET', '/organizations', 'pages'],
    create: ['POST', '/organizations', 'body'],
    get: ['GET', '/organizations/{organizationId}'],
    update: ['PATCH', '/organizations/{organizationId}', 'body'],
    setLogo: ['PUT', '/organizations/{organizationId}/logo', 'body'],
    removeLogo: ['DELETE', '/organizations/{organizationId}/logo'],
    members: ['GET', '/organizations/{organizationId}/members', 'pages'],
    updateMember: ['PATCH', '/organizations/{organizationId}/members/{accountId}', 'body'],
    removeMember: ['DELETE', '/organizations/{organizationId}/members/{accountId}'],
    invitations: ['GET', '/organizations/{organizationId}/invitations', 'pages'],
    invite: ['POST', '/organizations/{organizationId}/invitations', 'body'],
    withdrawInvitation: ['DELETE', '/organizations/{organizationId}/invitations/{invitationId}'],
    messages: ['GET', '/organizations/{organizationId}/messages', 'pages'],
    messageCounts: ['GET', '/organizations/{organizationId}/messages/counts'],
  },
  orders: {
    list: ['GET', '/store/orders', 'pages'],
    place: ['POST', '/store/orders', 'body'],
    get: ['GET', '/store/orders/{orderId}'],
    approve: ['POST', '/store/orders/{orderId}/approve', 'options'],
    deliver: ['POST', '/store/orders/{orderId}/deliver', 'options'],
    cancel: ['POST', '/store/orders/{orderId}/cancel', 'options'],
    return: ['POST', '/store/orders/{orderId}/return', 'options'],
    cancelAll: ['POST', '/store/orders/cancel-all', 'body'],
    changeSeveral: ['POST', '/store/orders/change-several', 'body'],
    counts: ['GET', '/store/order-counts', 'query'],
    notes: ['GET', '/store/orders/{orderId}/notes', 'pages'],
    addNote: ['POST', '/store/orders/{orderId}/notes', 'body'],
    inventory: ['GET', '/store/inventory'],
  },
  reservations: {
    get: ['GET', '/reservation'],
    cancel: ['POST', '/reservation/cancel', 'once'],
  },
  messages: {
    send: ['POST', '/messages', 'body'],
    list: ['GET', '/messages', 'pages'],
    get: ['GET', '/messages/{messageId}'],
  },
  inbox: {
    get: ['GET', '/inbox/{messageId}'],
    update: ['PATCH', '/inbox/{messageId}', 'body'],
    answer: ['POST', '/inbox/{messageId}/answers', 'body'],
  },
  answerTemplates: {
    list: ['GET', '/organizations/{organizationId}/answer-templates', 'pages'],
    create: ['POST', '/organizations/{organizationId}/answer-templates', 'body'],
    update: ['PATCH', '/organizations/{organizationId}/answer-templates/{templateId}', 'body'],
    delete: ['DELETE', '/organizations/{organizationId}/answer-templates/{templateId}'],
  },
  alerts: {
    create: ['POST', '/alerts', 'body'],
    get: ['GET', '/alert'],
    confirm: ['POST', '/alert/confirm', 'once'],
    end: ['POST', '/alert/end', 'once'],
  },
  events: {
    list: ['GET', '/events', 'pages'],
    audit: ['GET', '/audit', 'pages'],
  },
  statistics: {
    get: ['GET', '/statistics', 'query'],
    shelterAnimalsCount: ['GET', '/statistics/shelter-animals-count', 'query'],
  },
  webhooks: {
    list: ['GET', '/webhooks', 'pages'],
    create: ['POST', '/webhooks', 'body'],
    get: ['GET', '/webhooks/{webhookId}'],
    update: ['PATCH', '/webhooks/{webhookId}', 'body'],
    delete: ['DELETE', '/webhooks/{webhookId}'],
    rollSecret: ['POST', '/webhooks/{webhookId}/roll-secret'],
    test: ['POST', '/webhooks/{webhookId}/test'],
    deliveries: ['GET', '/webhooks/{webhookId}/deliveries', 'pages'],
    delivery: ['GET', '/webhooks/{webhookId}/deliveries/{deliveryId}'],
    redeliver: ['POST', '/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver'],
  },
  account: {
    create: ['POST', '/accounts', 'body', 'once'],
    get: ['GET', '/account'],
    update: ['PATCH', '/account', 'body'],
    usage: ['GET', '/account/usage'],
  },
  keys: {
    list: ['GET', '/account/keys', 'pages'],
    create: ['POST', '/account/keys', 'body'],
    get: ['GET', '/account/keys/{keyId}'],
    roll: ['POST', '/account/keys/{keyId}/roll', 'body'],
    revoke: ['DELETE', '/account/keys/{keyId}'],
  },
  admin: {
    accounts: ['GET', '/admin/accounts', 'pages'],
    account: ['GET', '/admin/accounts/{accountId}'],
    updateAccount: ['PATCH', '/admin/accounts/{accountId}', 'body'],
    closeAccount: ['POST', '/admin/accounts/{accountId}/close'],
    liftBan: ['POST', '/admin/accounts/{accountId}/lift-ban'],
    passwordLink: ['POST', '/admin/accounts/{accountId}/password-link'],
    replaceBoardKey: ['POST', '/admin/board-key'],
    person: ['GET', '/admin/people', 'query'],
    erasePerson: ['POST', '/admin/people/erase', 'body'],
    correctPerson: ['POST', '/admin/people/correct', 'body'],
    inbox: ['GET', '/admin/inbox', 'pages'],
    inboxCounts: ['GET', '/admin/inbox/counts'],
    health: ['GET', '/admin/health'],
  },
  description: {
    get: ['GET', '/openapi.json'],
  },
};
