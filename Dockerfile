# syntax=docker/dockerfile:1

# Builds the service, and the site from web/, the guides in docs/, the client and the vocabulary in src/.
FROM node:26-slim AS built
WORKDIR /petstore
COPY package.json package-lock.json tsconfig.json vite.config.ts openapi.json CHANGELOG.md ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY client ./client
COPY docs ./docs
COPY src ./src
COPY web ./web
RUN npm run prepare

# The production dependencies. Nothing is compiled: better-sqlite3 and sharp include their binaries.
FROM node:26-slim AS packages
WORKDIR /petstore
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:26-slim
# Everything belongs to root. The service runs as another user and writes only to /data and /tmp; the rest can be read-only.
WORKDIR /petstore
COPY --from=packages /petstore/node_modules ./node_modules
COPY package.json ./
COPY bin ./bin
COPY client ./client
COPY src ./src
COPY --from=built /petstore/dist ./dist
COPY --from=built /petstore/web/dist ./web/dist
COPY deploy/health.ts ./deploy/
RUN mkdir -m 700 /data && chown node:node /data && ln -s /petstore/bin/petstore /usr/local/bin/petstore
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/petstore \
    HOST=0.0.0.0 \
    DATA_DIR=/data \
    FIRST_KEYS=file \
    LOG_FORMAT=json
USER node
VOLUME /data
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=3 CMD ["node", "/petstore/deploy/health.ts"]
ENTRYPOINT ["petstore"]
CMD ["serve"]
