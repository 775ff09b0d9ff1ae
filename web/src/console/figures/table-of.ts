import { BYTE_ORDER_MARK } from '../../../../src/vocabulary/text/csv.ts';
import { openPetstore } from '../../api.ts';

/** What a call of the client returns, as a table for spreadsheet programs: a second client requests this form. */
export async function tableOf(read: (client: ReturnType<typeof openPetstore>) => Promise<unknown>): Promise<Blob> {
  let table: Blob | undefined;
  const asTable: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('accept', 'text/csv');
    const response = await fetch(input, { ...init, headers });
    if (!response.ok) return response;
    table = new Blob([BYTE_ORDER_MARK, await response.blob()], { type: 'text/csv' });
    // The client reads JSON.
    return Response.json({});
  };
  await read(openPetstore(asTable));
  if (table === undefined) throw new Error('The service has sent no table.');
  return table;
}
