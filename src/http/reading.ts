import type { FastifyRequest } from 'fastify';

/** It only reads (RFC 9110, section 9.2.1): no other method that does, but OPTIONS, is answered. */
export const isReading = ({ method }: Pick<FastifyRequest, 'method'>): boolean => method === 'GET' || method === 'HEAD';
