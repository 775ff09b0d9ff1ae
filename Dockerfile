# syntax=docker/dockerfile:1

# Makes the package, which needs 660 MB of memory. A smaller machine takes one that was made elsewhere with `npm pack`; "made" is
# the folder that contains it:
#   docker build --tag petstore:1.0.0 --build-context package=made .
FROM node:26-slim AS built
WORKDIR /petstore
COPY package.json package-lock.json tsconfig.json vite.config.ts openapi.json CHANGELOG.md README.md LICENSE ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY bin ./bin
COPY client ./client
COPY docs ./docs
COPY src ./src
COPY web ./web
RUN npm pack --pack-destination /

FROM scratch AS package
COPY --from=built /petstore-1.0.0.tgz /

FROM node:26-slim
# Nothing is compiled: better-sqlite3 and sharp include their binaries. Everything belongs to root. The service runs as another user
# and writes only to /data, /tmp and, with BACKUP_URL=file:///backups, /backups; the rest can be read-only.
RUN --mount=from=package,target=/package \
    npm install --global --ignore-scripts --no-audit --no-fund --cache /tmp/npm /package/petstore-1.0.0.tgz && rm -r /tmp/npm
COPY deploy/health.ts /petstore/
RUN mkdir -m 700 /data /backups && chown node:node /data /backups
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/tmp/petstore \
    HOST=0.0.0.0 \
    DATA_DIR=/data \
    XDG_CONFIG_HOME=/data \
    FIRST_KEYS=file \
    LOG_FORMAT=json
USER node
VOLUME /data
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=30s --retries=3 CMD ["node", "/petstore/health.ts"]
ENTRYPOINT ["petstore"]
CMD ["serve"]
