/** What was sent to a webhook and what it answered, in one attempt. The delivery has the body that was sent. */
export interface DeliveryAttemptsTable {
  delivery_id: number;
  /** From 1 on. */
  number: number;
  attempted_at: number;
  duration_ms: number;
  /** The webhook's URL at that time; null if it has been erased since. */
  url: string | null;
  /** The remote address and port of the connection. */
  address: string | null;
  /** A JSON array of names and values in turns, as Node's `rawHeaders`. */
  request_headers: string | null;
  response_status: number | null;
  response_headers: string | null;
  response_body: string | null;
  /** 1 if more was received than is kept. */
  is_cut: number;
  error: string | null;
  /** The webhook, while the response takes more than a little: see `trimLongAnswers`. */
  long_of: number | null;
}
