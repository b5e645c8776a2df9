# One image an edition: docker build --target core|pro|enterprise -t colophon:<edition> .
# amd64 and arm64: nothing here names an architecture; npm and apt resolve their own.
#
# The Node is pinned to the very version that package.json carries for other machines (node-linux-*), so that what was tested is what ships.
# Debian 12 is where chromium-headless-shell is a package, with security updates.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

# ---- what runs: production dependencies
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not --omit=optional: native libraries come as optional dependencies, one a platform. Only the carried Node goes, since the image has its own.
# No dependency needs its install script.
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
    && rm -rf node_modules/node-linux-* node_modules/.bin/node \
    && cd node_modules/hyphenopoly && rm -rf examples min \
    # Patterns that are free under the GPL alone, or under no stated licence; the service reads none of them.
    && cd patterns && rm cs.wasm fo.wasm hy.wasm id.wasm lv.wasm mk.wasm ro.wasm sk.wasm sr-cyrl.wasm

# ---- what builds: all dependencies, TypeScript to JavaScript
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm \
    npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts scripts
COPY src src
RUN npm run build

# ---- an edition is a folder: what is not in the image can not be asked for
FROM build AS build-pro
RUN rm -rf dist/editions/enterprise
FROM build-pro AS build-core
RUN rm -rf dist/editions/pro

# ---- fonts for Chinese, Japanese and Korean with TrueType outlines, made of Debian's (docs/fonts.md)
FROM ${NODE_IMAGE} AS cjk-fonts
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends fonts-noto-cjk \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json ./
COPY --from=dependencies /app/node_modules/harfbuzzjs node_modules/harfbuzzjs
COPY scripts scripts
RUN node scripts/cjk-fonts.mjs && cp /usr/share/doc/fonts-noto-cjk/copyright cjk-fonts/

# ---- what all images share
FROM ${NODE_IMAGE} AS runtime
# Unpinned on purpose: a rebuild must bring the browser's security updates. CI records what it got (dpkg -l) if you need it again.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends chromium-headless-shell tini \
    && rm -rf /var/lib/apt/lists/*
RUN groupadd --gid 10001 colophon \
    && useradd --uid 10001 --gid 10001 --no-log-init --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin colophon \
    && install -d -o colophon -g colophon -m 0700 /data
WORKDIR /app
ENV NODE_ENV=production \
    SERVICE_CHROMIUM_PATH=/usr/lib/chromium/chromium-headless-shell \
    SERVICE_DATA_DIR=/data
# SERVICE_HOST stays unset: with keys the service listens on every address of the container, without keys on loopback only.
COPY --from=dependencies /app/node_modules node_modules
COPY fonts fonts
COPY --from=cjk-fonts /app/cjk-fonts cjk-fonts
COPY templates templates
COPY bin bin
COPY package.json LICENSE ./
# The command, on the image's own Node (docs/command-line.md).
RUN ln -s /app/bin/colophon /usr/local/bin/colophon
# By number: Kubernetes' runAsNonRoot can not see through a name.
USER 10001:10001
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SERVICE_PORT || 8080}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# tini reaps the browser's orphans and hands SIGTERM to the service, which finishes what is under way.
ENTRYPOINT ["tini", "--"]
CMD ["node", "--min-semi-space-size=32", "--max-semi-space-size=64", "--initial-old-space-size=256", "dist/main.js"]
LABEL org.opencontainers.image.title="Colophon" \
      org.opencontainers.image.description="A headless-Chromium document service: operations, HTML and tables in, PDF out." \
      org.opencontainers.image.licenses="MIT"

# ---- the editions; the last one is what a build without --target makes
FROM runtime AS enterprise
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}" dev.colophon.edition="enterprise"
COPY --from=build /app/dist dist

FROM runtime AS pro
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}" dev.colophon.edition="pro"
COPY --from=build-pro /app/dist dist

FROM runtime AS core
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}" dev.colophon.edition="core"
COPY --from=build-core /app/dist dist
