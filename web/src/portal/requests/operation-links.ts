/** The addresses of the reference's operations by `operationId`. @throws PetstoreError */
export async function loadOperationLinks(): Promise<ReadonlyMap<string, string>> {
  const { loadCatalogue } = await import('../../docs/reference/load-catalogue.ts');
  const { groups } = await loadCatalogue();
  return new Map(groups.flatMap(({ operations }) => operations.map(({ id, href }) => [id, href])));
}
