# syntax=docker/dockerfile:1

# The pages, which Vite makes of web/, of the guides in docs/ and of what the service itself knows of its resources.
FROM node:26-slim AS pages
WORKDIR /petstore
COPY package.json package-lock.json tsconfig.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY client ./client
COPY docs ./docs
COPY src ./src
COPY web ./web
RUN npm run pages

# What the service needs, and nothing of what checks it. Nothing is compiled: better-sqlite3 brings its binaries along.
FROM node:26-slim AS packages
WORKDIR /petstore
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:26-slim
# All of it belongs to root: the service, as another user, can write to its data and to /tmp, and the rest may be read-only.
WORKDIR /petstore
COPY --from=packages /petstore/node_modules ./node_modules
COPY package.json ./
COPY bin ./bin
COPY client ./client
COPY src ./src
COPY --from=pages /petstore/web/dist ./web/dist
COPY deploy/health.ts ./deploy/
RUN mkdir -m 700 /data && chown node:node /data && ln -s /petstore/bin/petstore /usr/local/bin/petstore
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/petstore \
    HOST=0.0.0.0 \
    DATA_DIR=/data \
    LOG_FORMAT=json
USER node
VOLUME /data
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=3 CMD ["node", "/petstore/deploy/health.ts"]
ENTRYPOINT ["petstore"]
CMD ["serve"]
