# The extension in an image of PHP on Alpine. At the root of a clone:
#
#   docker build -f php/docker/alpine.Dockerfile --build-arg IMAGE=php:8.4-fpm-alpine .
ARG IMAGE=php:8.4-cli-alpine

FROM rust:1.95-alpine AS library
RUN apk add --no-cache musl-dev
COPY . /stringmill
RUN cd /stringmill && cargo build --release -p stringmill-capi \
    && mkdir -p /opt/stringmill/lib \
    && cp target/release/libstringmill_capi.a /opt/stringmill/lib/libstringmill.a \
    && cp -r core/capi/include /opt/stringmill/

FROM ${IMAGE}
COPY --from=library /opt/stringmill /opt/stringmill
COPY php /usr/src/stringmill
# The extension needs libgcc at run time too.
RUN apk add --no-cache libgcc && apk add --no-cache --virtual .stringmill $PHPIZE_DEPS
RUN cd /usr/src/stringmill \
    && phpize && ./configure --with-stringmill=/opt/stringmill && make -j2 && make install \
    && docker-php-ext-enable stringmill \
    && rm -rf /usr/src/stringmill /opt/stringmill
RUN apk del .stringmill
